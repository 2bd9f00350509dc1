//! Makes entities, with their values and what they carry at first.

use barrow_dice::Fixed;
use barrow_pack::{AttributeKind, Id, Kind, Layer, Stock};

use crate::ctx::Ctx;
use crate::state::entity::{Entity, EntityId, Value};

/// The maximum depth of stock within stock.
const MAX_STOCK_DEPTH: u32 = 16;

impl Ctx<'_> {
    /// Creates an entity without a position, rolls its values and creates its stock.
    pub(crate) fn make(&mut self, kind: Id<Kind>) -> EntityId {
        let here = &self.pack.levels.get(self.world.level.definition).kinds;
        let id = self.add(Entity::new(here.here(kind)));
        if self.is_actor(id) {
            self.actor_mut(id);
        }
        self.reset_values(id);
        self.fill_bags(id);
        id
    }

    /// Creates `count` of a kind: stacks if the kind stacks, otherwise single entities.
    pub(crate) fn make_some(&mut self, kind: Id<Kind>, count: u32) -> Vec<EntityId> {
        let (mut made, mut left) = (Vec::new(), count);
        while left > 0 && !self.is_crowded() {
            let id = self.make(kind);
            let size = self.largest_stack(id).min(left);
            self.entity_mut(id).count = size;
            left -= size;
            made.push(id);
        }
        made
    }

    pub(crate) fn add(&mut self, entity: Entity) -> EntityId {
        let id = u32::try_from(self.world.entities.len()).expect("fewer than four billion things");
        self.world.entities.push(entity);
        // On another level, the id belonged to something else.
        self.world.sums.forget();
        EntityId::new(id)
    }

    /// Resets an entity to the initial values of its kind.
    pub(crate) fn reset_values(&mut self, id: EntityId) {
        let what = self.kind(id);
        let scene = self.scene_of(id);
        let door = what.door.as_ref();
        let entity = self.entity_mut(id);
        entity.values.clear();
        entity.active = door.is_some_and(|door| door.open);
        entity.locked = door.is_some_and(|door| door.locked);
        for (&attribute, start) in &what.values {
            let now = self.number(&start.now, &scene);
            let max = start.max.as_ref().map_or(now, |max| self.number(max, &scene));
            let gauge = self.pack.attributes.get(attribute).kind() == AttributeKind::Gauge;
            let value = if gauge {
                let max = max.max(Fixed::ZERO);
                Value { now: now.clamp(Fixed::ZERO, max), max }
            } else {
                Value { now, max }
            };
            *self.entity_mut(id).own_mut(attribute) = value;
        }
    }

    fn fill_bags(&mut self, owner: EntityId) {
        let kind = self.kind(owner);
        let empty = kind.stock.is_empty() && kind.bags.is_empty();
        if empty || self.world.running.strain.depth >= MAX_STOCK_DEPTH {
            return;
        }
        self.world.running.strain.depth += 1;
        for stock in &kind.stock {
            for item in self.make_stock(stock, owner) {
                self.stow(owner, item);
                let slot = self.kind(item).item.as_ref().and_then(|it| it.slot);
                if let Some(slot) = slot.filter(|_| stock.worn) {
                    self.actor_mut(owner).worn.retain(|(it, _)| *it != slot);
                    self.actor_mut(owner).worn.push((slot, item));
                }
            }
        }
        for (&bag, holding) in &kind.bags {
            self.actor_mut(owner).bags.push((bag, Vec::new()));
            for stock in &holding.stock {
                for item in self.make_stock(stock, owner) {
                    self.put_in(owner, bag, item, false);
                }
            }
        }
        self.world.running.strain.depth -= 1;
    }

    /// Makes what someone carries at first.
    fn make_stock(&mut self, stock: &Stock, owner: EntityId) -> Vec<EntityId> {
        let scene = self.scene_of(owner);
        let max = self.times(stock.count.as_ref(), &scene);
        let count = (0..max).filter(|_| self.happens(stock.chance.as_ref(), &scene)).count();
        let count = u32::try_from(count).unwrap_or(max);
        let kinds = match (stock.kind, stock.table) {
            (Some(kind), _) => vec![(kind, count)],
            (None, Some(table)) => {
                let drawn = (0..count).flat_map(|_| self.draw(table, &scene));
                // A table may draw what cannot be carried.
                let drawn: Vec<(Id<Kind>, u32)> = drawn.collect();
                let item = |kind| self.pack.kinds.get(kind).layer == Layer::Item;
                drawn.into_iter().filter(|&(kind, _)| item(kind)).collect()
            }
            (None, None) => Vec::new(),
        };
        kinds.into_iter().flat_map(|(kind, count)| self.make_some(kind, count)).collect()
    }
}
