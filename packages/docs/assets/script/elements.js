// Makes elements, and loads the scripts of features that few pages need.

/** @param {string} name @param {string} className @param {(Node | string)[]} content @returns {HTMLElement} */
export function element(name, className, ...content) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...content);
  return created;
}

/** @param {string} name @returns {Promise<unknown>} */
export function loadScript(name) {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${document.documentElement.dataset.root ?? ''}${name}`;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${name} cannot be loaded`));
    document.head.append(script);
  });
}

/** Loads the scripts of what few pages have, or few readers open. */
export function startOnDemand() {
  const { try: target } = document.documentElement.dataset;
  if (target && document.querySelector('.operation .call')) void loadScript('try.js');
  if (document.getElementById('compared')) void loadScript('compare-page.js');
  const history = document.querySelector('details.history');
  history?.addEventListener('toggle', () => void loadScript('history.js'), { once: true });
}
