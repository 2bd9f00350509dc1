//! What `web/worklet.js` calls. Bytes come in by [`input`], samples go out where [`render`] says;
//! nothing else passes but numbers, since that thread has neither text coders nor modules.

// An exported name counts as unsafe code.
#![allow(unsafe_code)]

use std::cell::RefCell;

use crate::{Player, What};

struct Module {
    player: Player,
    input: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Option<Module>> = const { RefCell::new(None) };
}

fn with<T: Default>(work: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with_borrow_mut(|it| it.as_mut().map(work)).unwrap_or_default()
}

/// Starts with this many samples per second.
#[unsafe(no_mangle)]
pub extern "C" fn start(rate: u32) {
    MODULE.set(Some(Module { player: Player::new(rate), input: Vec::new() }));
}

/// Returns where the bytes for the next call are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> usize {
    with(|it| {
        it.input.clear();
        it.input.resize(length, 0);
        it.input.as_ptr().addr()
    })
}

/// Reads a library from the input. Returns 0 if it is damaged.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    with(|it| it.player.load(&it.input).into())
}

/// Carries out the orders in the input.
#[unsafe(no_mangle)]
pub extern "C" fn obey() {
    with(|it| it.player.obey(&it.input));
}

/// Plays what the input names: a sound, a mood (1) or an ambience (2).
#[unsafe(no_mangle)]
pub extern "C" fn play(what: u32, seed: u32) {
    let what = [What::Sound, What::Mood, What::Ambience][what.min(2) as usize];
    with(|it| it.player.play(what, &String::from_utf8_lossy(&it.input), seed));
}

/// Plays a recording in place of a recipe: the input is the name, `length` bytes long, and samples.
#[unsafe(no_mangle)]
pub extern "C" fn record(length: usize, rate: u32) {
    with(|it| it.player.record(&it.input, length, rate));
}

/// Sets the tension of the music, from 0 to 1000.
#[unsafe(no_mangle)]
pub extern "C" fn tension(tension: u32) {
    with(|it| it.player.set_tension(tension));
}

/// Sets the volume of a bus in percent.
#[unsafe(no_mangle)]
pub extern "C" fn volume(bus: usize, percent: u32) {
    with(|it| it.player.set_volume(bus, percent.min(100) as u8));
}

/// Fades everything out at once.
#[unsafe(no_mangle)]
pub extern "C" fn silence() {
    with(|it| it.player.silence());
}

/// Returns where the next samples are: those of the left channel, then those of the right.
#[unsafe(no_mangle)]
pub extern "C" fn render(count: usize) -> usize {
    with(|it| it.player.render(count).as_ptr().addr())
}
