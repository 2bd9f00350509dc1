/// A priority queue of cells by cost, as a ring of buckets.
///
/// Every cost in the queue must be less than [`Buckets::SPAN`] above the minimum, so that the cost
/// modulo the span selects one bucket. Among cells of the same cost, the last one in is the first
/// one out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buckets {
    ring: Vec<Vec<u32>>,
    len: usize,
    /// A lower bound of all costs in the queue.
    min_cost: u32,
}

impl Buckets {
    /// More than the cost of a step (at most 255) plus what the estimate can change in a step.
    const SPAN: usize = 512;

    /// Removes all cells.
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

    /// Removes and returns the cheapest cell, preceded by its cost.
    pub fn pop(&mut self) -> Option<(u32, u32)> {
        let cost = self.min_cost()?;
        let cell = self.ring[cost as usize % Self::SPAN].pop()?;
        self.len -= 1;
        Some((cost, cell))
    }

    /// Returns the cost of the cheapest cell.
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
