//! Walking by itself: exploring, travelling, resting. A walk gives the next command from a
//! view, and stops with a reason in words.
