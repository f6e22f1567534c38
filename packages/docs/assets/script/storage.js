// Stores the reader's settings across pages where the browser allows it.

/** @param {string} name @param {string} value */
export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage, the setting applies to this page only.
  }
}

/** @param {string} name @returns {string | null} */
export function stored(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
