/// A queue of cells by cost, for costs that never fall far behind the newest.
///
/// Every cost in it must be less than [`Buckets::SPAN`] above the least one: then a cost modulo
/// the span names one bucket. Of the cells of one cost, the one that came last leaves first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    ring: Vec<Vec<u32>>,
    len: usize,
    /// No cell in the queue costs less.
    min_cost: u32,
}

impl Buckets {
    /// More than a step can cost (255) and a guess can change by.
    const SPAN: usize = 512;

    /// Takes everything out.
    pub fn clear(&mut self) {
        if self.ring.is_empty() {
            self.ring.resize(Self::SPAN, Vec::new());
        }
        if self.len > 0 {
            self.ring.iter_mut().for_each(Vec::clear);
        }
        self.len = 0;
    }

    pub fn push(&mut self, cost: u32, cell: u32) {
        self.min_cost = if self.len == 0 { cost } else { self.min_cost.min(cost) };
        debug_assert!(cost - self.min_cost < Self::SPAN as u32, "{cost} is too far ahead");
        self.ring[cost as usize % Self::SPAN].push(cell);
        self.len += 1;
    }

    /// The cheapest cell and its cost.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let cost = self.min_cost()?;
        let cell = self.ring[cost as usize % Self::SPAN].pop()?;
        self.len -= 1;
        Some((cost, cell))
    }

    /// What the cheapest cell costs.
    pub fn min_cost(&mut self) -> Option<u32> {
        if self.len == 0 {
            return None;
        }
        while self.ring[self.min_cost as usize % Self::SPAN].is_empty() {
            self.min_cost += 1;
        }
        Some(self.min_cost)
    }
}
