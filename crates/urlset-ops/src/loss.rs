//! Counts what a target format could not hold.

/// How often each field was left behind, in the order in which fields were lost first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LossCount {
    fields: Vec<(Box<str>, u64)>,
}

impl LossCount {
    /// Counts one loss of a field; allocates only the first time it is lost.
    pub fn add(&mut self, field: &str) {
        match self.fields.iter_mut().find(|(name, _)| **name == *field) {
            Some((_, count)) => *count += 1,
            None => self.fields.push((field.into(), 1)),
        }
    }

    /// How often this field was lost.
    pub fn of(&self, field: &str) -> u64 {
        self.iter().find(|(name, _)| *name == field).map_or(0, |(_, count)| count)
    }

    /// Fields and how often each was lost.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.fields.iter().map(|(name, count)| (&**name, *count))
    }

    /// Losses of all fields together.
    pub fn total(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Whether nothing was lost.
    pub fn is_empty(&self) -> bool {
        self.fields.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::LossCount;

    #[test]
    fn fields_come_in_the_order_of_their_first_loss() {
        let mut losses = LossCount::default();
        for field in ["video", "image", "video"] {
            losses.add(field);
        }
        assert_eq!(losses.iter().collect::<Vec<_>>(), [("video", 2), ("image", 1)]);
        assert_eq!((losses.total(), losses.of("image"), losses.of("news")), (3, 1, 0));
    }
}
