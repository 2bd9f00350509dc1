use std::collections::BTreeMap;

use crate::json::{Fields, Node};
use crate::{Color, Decimal, MAX_DEPTH, Problem, path};

/// The custom properties of a map, layer, object or tile, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// The properties with their types.
    pub by_name: BTreeMap<String, Property>,
}

/// One custom property, or one item of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The class or enum of the project that it has as its type; empty for a plain property.
    pub custom_type: String,
    /// Its value.
    pub value: Value,
}

/// The value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A string, or the name of an enum's value.
    String(String),
    /// A whole number.
    Int(i64),
    /// A decimal number with all its digits.
    Float(Decimal),
    /// True or false.
    Bool(bool),
    /// A color, if one is set.
    Color(Option<Color>),
    /// A path, resolved against the file that contains it.
    File(String),
    /// The id of an object of the map; 0 means none.
    Object(u32),
    /// The members of a class that were set. Files do not contain the types of members: a color,
    /// file or object in here is a `String`, `String` or `Int`, and a decimal without a fraction is
    /// an `Int`.
    Class(Properties),
    /// A list of values.
    List(Vec<Property>),
}

impl Properties {
    /// Returns the value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.by_name.get(name).map(|property| &property.value)
    }

    /// Returns the string or file path with this name.
    pub fn string(&self, name: &str) -> Option<&str> {
        let Some(Value::String(text) | Value::File(text)) = self.get(name) else { return None };
        Some(text)
    }

    /// Returns the whole number with this name.
    pub fn int(&self, name: &str) -> Option<i64> {
        let Some(Value::Int(number)) = self.get(name) else { return None };
        Some(*number)
    }

    /// Returns the boolean with this name.
    pub fn bool(&self, name: &str) -> Option<bool> {
        let Some(Value::Bool(flag)) = self.get(name) else { return None };
        Some(*flag)
    }

    /// Reads the properties of the owner of these fields. Paths are resolved against `file`.
    pub(crate) fn read(fields: &Fields<'_>, file: &str) -> Result<Self, Problem> {
        let Some(node) = fields.get("properties") else { return Ok(Self::default()) };
        if node.is_object() {
            // Before Tiled 1.2: an object of names and values, and another of names and types.
            let types = fields.read("propertytypes", Node::fields)?;
            return read_old(node, types.as_ref(), file);
        }
        let mut properties = Self::default();
        for item in node.items()? {
            let fields = item.fields()?;
            let name = fields.require("name", Node::string)?;
            let property = read_typed(&fields, file, MAX_DEPTH)
                .map_err(|problem| problem.within(&format!("property \"{name}\"")))?;
            properties.by_name.insert(name, property);
        }
        Ok(properties)
    }

    /// Reads the properties of tiles before Tiled 1.2, which were stored apart from the tiles.
    pub(crate) fn read_old_tile(
        node: Node<'_>,
        types: Option<Node<'_>>,
        file: &str,
    ) -> Result<Self, Problem> {
        read_old(node, types.map(Node::fields).transpose()?.as_ref(), file)
    }

    /// Adds all properties of `other`. If both have a name, the value of `other` wins.
    pub(crate) fn extend(&mut self, other: Self) {
        self.by_name.extend(other.by_name);
    }
}

fn read_old(node: Node<'_>, types: Option<&Fields<'_>>, file: &str) -> Result<Properties, Problem> {
    let mut properties = Properties::default();
    for (name, value) in node.fields()?.iter() {
        let kind = types.map(|types| types.text(name)).transpose()?.unwrap_or_default();
        let value = read_value(&kind, value, file, MAX_DEPTH)
            .map_err(|problem| problem.within(&format!("property \"{name}\"")))?;
        let property = Property { custom_type: String::new(), value };
        properties.by_name.insert(name.to_owned(), property);
    }
    Ok(properties)
}

/// Reads a value whose type is given beside it.
fn read_typed(fields: &Fields<'_>, file: &str, depth: usize) -> Result<Property, Problem> {
    let kind = fields.text("type")?;
    let custom_type = fields.text("propertytype")?;
    let value = if kind == "class" && fields.get("value").is_none() {
        // No member of the class was set.
        Value::Class(Properties::default())
    } else {
        read_value(&kind, fields.required("value")?, file, depth)?
    };
    Ok(Property { custom_type, value })
}

fn read_value(kind: &str, node: Node<'_>, file: &str, depth: usize) -> Result<Value, Problem> {
    Ok(match kind {
        "int" => Value::Int(node.long()?),
        "float" => Value::Float(node.decimal()?),
        "bool" => Value::Bool(node.boolean()?),
        "color" => Value::Color(node.color()?),
        "file" => Value::File(path::join(file, &node.string()?)),
        "object" => Value::Object(node.unsigned()?),
        "class" => Value::Class(read_members(node, file, depth)?),
        "list" => Value::List(read_list(node, file, depth)?),
        // No type means a string, and an unknown type comes from a newer version of Tiled.
        _ => read_untyped(node, file, depth)?,
    })
}

/// Reads a value whose type only the project file knows.
fn read_untyped(node: Node<'_>, file: &str, depth: usize) -> Result<Value, Problem> {
    if node.is_string() {
        return Ok(Value::String(node.string()?));
    }
    if node.is_boolean() {
        return Ok(Value::Bool(node.boolean()?));
    }
    if node.is_object() {
        return Ok(Value::Class(read_members(node, file, depth)?));
    }
    if node.is_list() {
        return Ok(Value::List(read_list(node, file, depth)?));
    }
    Ok(node.whole().map_or(Value::Float(node.decimal()?), Value::Int))
}

fn read_members(node: Node<'_>, file: &str, depth: usize) -> Result<Properties, Problem> {
    let depth = deeper(node, depth)?;
    let mut members = Properties::default();
    for (name, value) in node.fields()?.iter().filter(|(_, value)| !value.is_null()) {
        let value = read_untyped(value, file, depth)?;
        let property = Property { custom_type: String::new(), value };
        members.by_name.insert(name.to_owned(), property);
    }
    Ok(members)
}

fn read_list(node: Node<'_>, file: &str, depth: usize) -> Result<Vec<Property>, Problem> {
    let depth = deeper(node, depth)?;
    node.items()?.into_iter().map(|item| read_typed(&item.fields()?, file, depth)).collect()
}

fn deeper(node: Node<'_>, depth: usize) -> Result<usize, Problem> {
    let reason = format!("values are nested deeper than {MAX_DEPTH} levels");
    depth.checked_sub(1).ok_or_else(|| node.problem(reason))
}
