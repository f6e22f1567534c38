// Makes elements and tabs, and loads the scripts of features that few pages need.

/** @param {string} name @param {string} className @param {(Node | string)[]} content @returns {HTMLElement} */
export function element(name, className, ...content) {
  const created = document.createElement(name);
  if (className) created.className = className;
  created.append(...content);
  return created;
}

/**
 * Makes tabs: buttons that each show one of several panels, by a click or by the arrow keys.
 *
 * @param {HTMLElement} list @param {string} label @param {HTMLElement[]} panels @param {string} id
 * @param {(panel: HTMLElement) => (Node | string)[]} titleOf @param {(chosen: number) => void} show
 */
export function startTabs(list, label, panels, id, titleOf, show) {
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', label);
  const buttons = panels.map((panel, at) => {
    const button = /** @type {HTMLButtonElement} */ (element('button', '', ...titleOf(panel)));
    button.type = 'button';
    button.id = `${id}-${at}`;
    button.setAttribute('role', 'tab');
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', button.id);
    button.addEventListener('click', () => select(at));
    return button;
  });
  /** @param {number} chosen */
  const select = (chosen) => {
    buttons.forEach((button, at) => {
      button.setAttribute('aria-selected', String(at === chosen));
      button.tabIndex = at === chosen ? 0 : -1;
    });
    show(chosen);
  };
  list.addEventListener('keydown', (event) => {
    const at = buttons.findIndex((button) => button === document.activeElement);
    const move = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const target = buttons[(at + move + buttons.length) % buttons.length];
    if (move === 0 || !target) return;
    event.preventDefault();
    target.focus();
    target.click();
  });
  list.append(...buttons);
  return { buttons, select };
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
