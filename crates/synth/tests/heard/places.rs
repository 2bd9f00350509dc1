//! Ambience and the reverb of places.

use barrow_dice::Seed;
use barrow_synth::{Bus, Cue, Mixer, Place, RATE};

use super::measure::{brightness, integrated, mean, peak, power, steepest};
use super::{default_library, record};

#[test]
fn each_place_has_its_own_ambience_softer_than_effects() {
    let mut colours = Vec::new();
    for name in default_library().ambiences.keys() {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_ambience(Some(name), Seed(7));
        let [left, right] = record(&mut mixer, 20.0);
        let loudness = integrated(&[&left, &right]);
        assert!((-37.0..-28.0).contains(&loudness), "{name}: {loudness} LUFS");
        assert!(peak(&left).max(peak(&right)) < 0.6, "{name}");
        assert!(mean(&left).abs() < 0.001, "{name}");
        colours.push((brightness(&left) as u32, name.clone()));
    }
    colours.sort_unstable();
    for pair in colours.windows(2) {
        assert!(pair[1].0 * 10 > pair[0].0 * 11, "{colours:?}");
    }
}

#[test]
fn ambient_events_come_now_and_then_at_times_that_depend_on_the_seed() {
    let events = |seed| {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_ambience(Some("cave"), Seed(seed));
        let mut moments = Vec::new();
        for moment in 0..300 {
            record(&mut mixer, 0.1);
            if mixer.active_sounds().iter().any(|it| &*it.name == "drip") {
                moments.push(moment);
            }
        }
        moments
    };
    let heard = events(1);
    assert!((5..150).contains(&heard.len()), "{heard:?}");
    assert_eq!(heard, events(1));
    assert_ne!(heard, events(2));
}

#[test]
fn one_place_fades_into_the_next() {
    let mut mixer = Mixer::new(RATE, default_library());
    mixer.set_ambience(Some("ice"), Seed(1));
    let [before, _] = record(&mut mixer, 5.0);
    mixer.set_ambience(Some("deep"), Seed(1));
    let [change, _] = record(&mut mixer, 1.0);
    assert!(steepest(&change) <= steepest(&before).max(0.02) * 1.5);
    record(&mut mixer, 2.0);
    let beds: Vec<_> =
        mixer.active_sounds().into_iter().filter(|it| it.name.starts_with("bed")).collect();
    assert_eq!(beds.len(), 1);
    assert_eq!((&*beds[0].name, beds[0].bus), ("bed_deep", Bus::Ambience));
    mixer.set_ambience(None, Seed(1));
    record(&mut mixer, 10.0);
    assert_eq!(mixer.active_sounds(), []);
    let [left, _] = record(&mut mixer, 0.1);
    assert!(peak(&left) < 0.0001);
}

#[test]
fn a_cave_has_a_longer_reverb_than_a_room() {
    let tail = |place| {
        let mut mixer = Mixer::new(RATE, default_library());
        mixer.set_place(place);
        record(&mut mixer, 0.2);
        mixer.play("hit", &Cue::default());
        record(&mut mixer, 1.0);
        let [left, _] = record(&mut mixer, 0.5);
        10.0 * (power(&left) + 1e-12).log10()
    };
    let [outdoors, room, hall, cave] =
        [Place::Outdoors, Place::Room, Place::Hall, Place::Cave].map(tail);
    assert!(cave > hall && hall > room + 10.0 && room > outdoors - 20.0, "{cave} {hall} {room}");
    assert!(outdoors < -90.0, "{outdoors}");
}
