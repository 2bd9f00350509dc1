//! The methods of a picture, for every class that has one: `#[wasm_bindgen]` does not support
//! traits.

/// Adds the picture methods to a class with the field `inner.canvas` and the method `inner.draw`.
macro_rules! canvas_methods {
    ($class:ident) => {
        #[wasm_bindgen]
        impl $class {
            pub fn resize(&mut self, width: f64, height: f64, ratio: f64) {
                self.inner.canvas.resize(width as i32, height as i32, super::percent(ratio));
            }

            pub fn zoom(&mut self, by: i32) {
                self.inner.canvas.zoom(by);
            }

            pub fn style(&mut self, name: &str) {
                self.inner.canvas.set_style(super::style(name));
            }

            pub fn draw(&mut self, now: f64) -> bool {
                self.inner.draw(now as u64)
            }

            pub fn busy_height(&self) -> i32 {
                self.inner.canvas.busy_height()
            }

            pub fn moving(&self) -> bool {
                self.inner.canvas.is_moving()
            }

            pub fn wake(&self, now: f64) -> Option<u32> {
                self.inner.canvas.wake(now as u64).map(|it| it as u32)
            }

            pub fn pixels(&self) -> *const u8 {
                self.inner.canvas.picture().bytes.as_ptr()
            }

            pub fn width(&self) -> u32 {
                self.inner.canvas.picture().width as u32
            }

            pub fn height(&self) -> u32 {
                self.inner.canvas.picture().height as u32
            }

            pub fn scale(&self) -> i32 {
                self.inner.canvas.scale()
            }

            pub fn minimap_pixels(&self) -> *const u8 {
                self.inner.canvas.minimap().bytes.as_ptr()
            }

            pub fn minimap_width(&self) -> u32 {
                self.inner.canvas.minimap().width as u32
            }

            pub fn minimap_height(&self) -> u32 {
                self.inner.canvas.minimap().height as u32
            }
        }
    };
}

pub(super) use canvas_methods;
