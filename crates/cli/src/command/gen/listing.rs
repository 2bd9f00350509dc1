use std::fmt::Write as _;

use barrow_mapgen::{Algorithm, Parameter, Recipe};
use serde_json::{Value, json};

/// Returns the algorithms and their parameters as a table.
pub fn text(algorithms: &[Algorithm]) -> String {
    let mut text = String::new();
    for algorithm in algorithms {
        let parameters = parameters(algorithm);
        let widest = |field: fn(&Parameter) -> &str| {
            parameters.iter().map(|it| field(it).len()).max().unwrap_or(0)
        };
        let (names, values) = (widest(|it| it.name), widest(|it| &it.value));
        let ranges = widest(|it| &it.range);
        writeln!(text, "{}: {}", algorithm.name(), algorithm.about()).expect("a String takes all");
        for it in &parameters {
            let (name, value, range) = (it.name, &it.value, &it.range);
            writeln!(text, "  {name:names$}  {value:values$}  {range:ranges$}  {}", it.about)
                .expect("a String takes all");
        }
        text.push('\n');
    }
    text
}

/// Returns the same as JSON.
pub fn json(algorithms: &[Algorithm]) -> String {
    let list: Vec<Value> = algorithms
        .iter()
        .map(|algorithm| {
            let parameters = parameters(algorithm);
            json!({
                "name": algorithm.name(),
                "about": algorithm.about(),
                "parameters": parameters.iter().map(|it| json!({
                    "name": it.name, "about": it.about, "default": it.value, "range": it.range,
                })).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{:#}\n", Value::from(list))
}

fn parameters(algorithm: &Algorithm) -> Vec<Parameter> {
    Recipe::new(algorithm.clone()).parameters()
}
