use barrow_dice::Seed;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The host that the page implements. A call that throws counts as one that failed.
    pub type Host;

    #[wasm_bindgen(method, structural, catch)]
    fn read(this: &Host, name: &str) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn write(this: &Host, name: &str, text: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn remove(this: &Host, name: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn list(this: &Host) -> Result<Option<String>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn lock(this: &Host, name: &str) -> Result<bool, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn unlock(this: &Host, name: &str) -> Result<(), JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn now(this: &Host) -> Result<String, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn clock(this: &Host) -> Result<f64, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn day(this: &Host) -> Result<Vec<JsValue>, JsValue>;
    #[wasm_bindgen(method, structural, catch)]
    fn seed(this: &Host) -> Result<String, JsValue>;
}

impl crate::Host for Host {
    fn read(&self, name: &str) -> Option<String> {
        Self::read(self, name).ok().flatten()
    }

    fn write(&self, name: &str, text: &str) -> bool {
        Self::write(self, name, text).unwrap_or_default()
    }

    fn remove(&self, name: &str) -> bool {
        Self::remove(self, name).unwrap_or_default()
    }

    fn list(&self) -> Option<Vec<String>> {
        let lines = Self::list(self).ok().flatten()?;
        Some(lines.lines().map(String::from).collect())
    }

    fn lock(&self, name: &str) -> bool {
        Self::lock(self, name).unwrap_or_default()
    }

    fn unlock(&self, name: &str) {
        let _ = Self::unlock(self, name);
    }

    fn now(&self) -> String {
        Self::now(self).unwrap_or_default()
    }

    fn clock(&self) -> u64 {
        Self::clock(self).unwrap_or_default() as u64
    }

    fn day(&self) -> (u16, u8, u8) {
        let day = Self::day(self).unwrap_or_default();
        let part = |at: usize| day.get(at).and_then(JsValue::as_f64).unwrap_or(1.0);
        (part(0) as u16, part(1) as u8, part(2) as u8)
    }

    fn seed(&self) -> Seed {
        let text = Self::seed(self).unwrap_or_default();
        let number = u64::from_str_radix(&text, 16).unwrap_or(1);
        // Short enough to read to a friend.
        Seed(number & u64::from(u32::MAX))
    }
}
