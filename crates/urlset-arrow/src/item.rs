//! Items of an extension as structs: their type, and the arrays in the making.

use crate::schema::listed;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};
use std::sync::Arc;
use urlset_core::{Extension, Member, Occurs, Value};

/// The name of an element's own text beside its attributes.
const OWN_TEXT: &str = "value";

/// The struct of an extension's items.
pub(crate) fn item_type(extension: &Extension) -> DataType {
    DataType::Struct(fields(extension, ""))
}

/// What stands right below a path, in the order of the shapes.
fn fields(extension: &Extension, path: &str) -> Fields {
    let shapes = extension.shapes.iter().filter(|shape| {
        !matches!(shape.occurs, Occurs::Implied(_)) && below(shape.path, path).is_some()
    });
    let field = |shape: &urlset_core::Shape| {
        let name = below(shape.path, path).unwrap_or_default();
        let of = match name.strip_prefix('@') {
            Some(_) => DataType::Utf8,
            None => element(extension, shape.path, shape.value),
        };
        let of = match shape.occurs {
            Occurs::Many { .. } => DataType::List(listed(of)),
            _ => of,
        };
        Field::new(name.trim_start_matches('@'), of, true)
    };
    shapes.map(field).collect()
}

/// Text, or a struct where it has attributes or children.
fn element(extension: &Extension, path: &str, value: Value) -> DataType {
    let inner = fields(extension, path);
    match value {
        Value::Children => DataType::Struct(inner),
        _ if inner.is_empty() => DataType::Utf8,
        _ => {
            let own = Arc::new(Field::new(OWN_TEXT, DataType::Utf8, true));
            DataType::Struct(std::iter::once(own).chain(inner.iter().cloned()).collect())
        }
    }
}

/// What `path` adds to `parent`, where it is one step below it.
fn below<'p>(path: &'p str, parent: &str) -> Option<&'p str> {
    let rest = match parent {
        "" => path,
        parent => path.strip_prefix(parent)?.strip_prefix('/')?,
    };
    (!rest.is_empty() && !rest.contains('/')).then_some(rest)
}

/// An array of texts, structs and lists in the making.
#[derive(Debug)]
pub(crate) enum Building {
    Text(StringBuilder),
    Object {
        fields: Fields,
        members: Vec<Building>,
        valid: NullBufferBuilder,
    },
    List {
        of: Arc<Field>,
        items: Box<Building>,
        ends: Vec<i32>,
        count: i32,
        valid: NullBufferBuilder,
    },
}

impl Building {
    /// An empty array of a type that [`item_type`] makes.
    pub(crate) fn new(of: &DataType) -> Building {
        match of {
            DataType::Struct(fields) => Building::Object {
                fields: fields.clone(),
                members: fields.iter().map(|field| Building::new(field.data_type())).collect(),
                valid: NullBufferBuilder::new(0),
            },
            DataType::List(item) => Building::List {
                of: Arc::clone(item),
                items: Box::new(Building::new(item.data_type())),
                ends: vec![0],
                count: 0,
                valid: NullBufferBuilder::new(0),
            },
            _ => Building::Text(StringBuilder::new()),
        }
    }

    /// Adds a value, or that there is none. A single value stands for a list of one, text for a
    /// struct that has nothing but its own text.
    pub(crate) fn add(&mut self, member: Option<&Member<'_>>) {
        match self {
            Building::Text(texts) => match member {
                Some(Member::Text(text) | Member::Number(text)) => texts.append_value(text),
                _ => texts.append_null(),
            },
            Building::Object { fields, members, valid } => {
                valid.append(member.is_some());
                for (field, building) in fields.iter().zip(members) {
                    building.add(match member {
                        Some(Member::Object(known)) => {
                            let named = known.iter().find(|(name, _)| *name == *field.name());
                            named.map(|(_, member)| member)
                        }
                        Some(_) if field.name() == OWN_TEXT => member,
                        _ => None,
                    });
                }
            }
            Building::List { items, ends, count, valid, .. } => {
                match member {
                    Some(Member::List(list)) => {
                        list.iter().for_each(|one| items.add(Some(one)));
                        *count =
                            count.saturating_add(i32::try_from(list.len()).unwrap_or(i32::MAX));
                    }
                    Some(one) => {
                        items.add(Some(one));
                        *count = count.saturating_add(1);
                    }
                    None => {}
                }
                valid.append(member.is_some());
                ends.push(*count);
            }
        }
    }

    /// Adds one more item to the list that [`Building::close`] ends.
    pub(crate) fn push(&mut self, member: &Member<'_>) {
        if let Building::List { items, count, .. } = self {
            items.add(Some(member));
            *count = count.saturating_add(1);
        }
    }

    /// Ends a list; one without items is none.
    pub(crate) fn close(&mut self) {
        if let Building::List { ends, count, valid, .. } = self {
            valid.append(ends.last() != Some(count));
            ends.push(*count);
        }
    }

    /// The array, and an empty one in its place.
    pub(crate) fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Building::Text(texts) => Arc::new(texts.finish()),
            Building::Object { fields, members, valid } => {
                let length = valid.len();
                let members = members.iter_mut().map(Building::finish);
                let members: Vec<ArrayRef> = members.collect::<Result<_, _>>()?;
                let valid = valid.finish();
                Arc::new(StructArray::try_new_with_length(fields.clone(), members, valid, length)?)
            }
            Building::List { of, items, ends, count, valid } => {
                let ends = std::mem::replace(ends, vec![0]);
                *count = 0;
                let ends = OffsetBuffer::new(ScalarBuffer::from(ends));
                let items = items.finish()?;
                Arc::new(ListArray::try_new(Arc::clone(of), ends, items, valid.finish())?)
            }
        })
    }
}
