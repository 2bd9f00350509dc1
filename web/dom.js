// @ts-check
// Helpers that make and fill elements.

/**
 * Makes an element. Attributes that are functions become listeners; true is an empty
 * attribute, false and null leave it out.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined)} children
 * @returns {any}
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child != null && child !== '') element.append(child);
  return element;
}

/**
 * Makes a button that does not submit a form.
 * @param {string} label
 * @param {(event: Event) => void} press
 * @param {Record<string, any>} [attributes]
 */
export function button(label, press, attributes = {}) {
  return make('button', { type: 'button', onclick: press, ...attributes }, label);
}

/**
 * Replaces the children of an element, unless their data is the same as before.
 * @param {HTMLElement & {shown?: string}} element
 * @param {unknown} data what the children are made of
 * @param {() => (Node | string)[]} children
 * @returns {boolean} whether it changed
 */
export function refill(element, data, children) {
  const shown = JSON.stringify(data);
  if (element.shown === shown) return false;
  element.shown = shown;
  element.replaceChildren(...children());
  return true;
}

/**
 * Capitalizes the first letter.
 * @param {string} text
 */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Downloads a text as a file.
 * @param {string} name
 * @param {string} text
 */
export function saveFile(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = make('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
