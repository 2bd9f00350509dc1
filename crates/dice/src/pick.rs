use crate::Rng;

impl Rng {
    /// Returns a random item, each equally likely, or `None` if there are none. If there is only
    /// one, nothing is drawn.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(count(items)) as usize)
    }

    /// Returns a random index, each with a probability proportional to its weight. If there are no
    /// weights, or all are zero, the result is `None` and nothing is drawn.
    ///
    /// ```
    /// let mut rng = barrow_dice::Rng::new(1);
    /// let loot = ["gold", "sword", "crown"];
    /// let index = rng.weighted(&[60, 35, 5]).unwrap();
    /// assert!(loot.get(index).is_some());
    /// assert_eq!(rng.weighted(&[0, 7, 0]), Some(1));
    /// ```
    pub fn weighted(&mut self, weights: &[u32]) -> Option<usize> {
        let total: u64 = weights.iter().copied().map(u64::from).sum();
        let total = u32::try_from(total).expect("weights add up to less than four billion");
        if total == 0 {
            return None;
        }
        let mut roll = self.below(total);
        weights.iter().position(|&weight| {
            let hit = roll < weight;
            roll = roll.saturating_sub(weight);
            hit
        })
    }

    /// Shuffles the items; every order is equally likely (Fisher-Yates, from the last index to the
    /// first).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(count(&items[..=last])) as usize;
            items.swap(last, other);
        }
    }
}

fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).expect("fewer than four billion items")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_proportional() {
        let mut rng = Rng::new(11);
        let mut counts = [0_u32; 4];
        for _ in 0..100_000 {
            counts[rng.weighted(&[60, 25, 0, 15]).unwrap()] += 1;
        }
        assert!(counts[0].abs_diff(60_000) < 700, "{counts:?}");
        assert!(counts[1].abs_diff(25_000) < 700, "{counts:?}");
        assert_eq!(counts[2], 0);
    }

    #[test]
    fn nothing_to_pick_draws_nothing() {
        let mut rng = Rng::new(11);
        assert_eq!(rng.weighted(&[]), None);
        assert_eq!(rng.weighted(&[0, 0]), None);
        assert_eq!(rng.pick::<u8>(&[]), None);
        assert_eq!(rng.pick(&['a']), Some(&'a'));
        rng.shuffle(&mut ['a']);
        assert_eq!(rng, Rng::new(11));
    }

    #[test]
    fn every_order_comes_up() {
        let mut rng = Rng::new(4);
        let mut orders = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut cards = ['a', 'b', 'c', 'd'];
            rng.shuffle(&mut cards);
            *orders.entry(cards).or_insert(0_u32) += 1;
        }
        assert_eq!(orders.len(), 24);
        assert!(orders.values().all(|&it| it.abs_diff(1_000) < 150), "{orders:?}");
    }

    /// The same seed must give the same shuffled deck forever.
    #[test]
    fn the_shuffle_is_pinned() {
        let mut deck: Vec<u8> = (0..10).collect();
        Rng::new(12345).shuffle(&mut deck);
        assert_eq!(deck, [6, 4, 8, 0, 1, 7, 5, 3, 2, 9]);
    }
}
