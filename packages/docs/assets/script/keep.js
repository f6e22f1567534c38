// What the reader chose, kept from page to page where the browser allows it.

/** @param {string} name @param {string} value */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Not kept, then.
  }
}
