// Choices of which one is shown: the options of a union as tabs, and named examples as a menu. Without scripts, all are shown.
import { element, startTabs } from './elements.js';
import { anchorOf } from './versions.js';

export function startChoices() {
  const all = [...document.querySelectorAll('.option[data-option]')];
  for (const parent of new Set(all.map(({ parentElement }) => parentElement))) {
    const options = /** @type {HTMLElement[]} */ (all.filter((option) => option.parentElement === parent));
    if (options.length > 1 && options.length <= maxTabs) startTabsOfOptions(options);
  }
  for (const details of document.querySelectorAll('details[data-examples]')) startExampleMenu(details);
}

/** More options are a list. */
const maxTabs = 12;
let tabLists = 0;

/** @param {HTMLElement[]} options */
function startTabsOfOptions(options) {
  const list = element('div', 'option-tabs');
  // The value of a discriminator is what a reader looks for; the schema of the option is its second name.
  const titleOf = (/** @type {HTMLElement} */ { dataset: { option: name = '', values } }) =>
    values && values !== name ? [element('code', '', values), ' ', element('small', '', name)] : [name];
  const show = (/** @type {number} */ chosen) =>
    options.forEach((option, at) => option.classList.toggle('is-other', at !== chosen));
  const { select } = startTabs(list, 'One of', options, `option-${(tabLists += 1)}`, titleOf, show);
  const openAddress = () => {
    const place = document.getElementById(anchorOf(location.hash));
    const at = place ? options.findIndex((option) => option.contains(place)) : -1;
    if (at >= 0) select(at);
  };
  options[0]?.before(list);
  select(0);
  openAddress();
  addEventListener('hashchange', openAddress);
}

/** @param {Element} details */
function startExampleMenu(details) {
  const items = /** @type {HTMLElement[]} */ ([...details.querySelectorAll(':scope > ul > li')]);
  if (items.length < 2) return;
  const menu = /** @type {HTMLSelectElement} */ (element('select', ''));
  menu.setAttribute('aria-label', 'Example');
  menu.append(...items.map((item, at) => new Option(item.querySelector('code')?.textContent ?? '', String(at))));
  const show = () => items.forEach((item, at) => item.classList.toggle('is-other', String(at) !== menu.value));
  menu.addEventListener('change', show);
  details.querySelector(':scope > ul')?.before(menu);
  show();
}
