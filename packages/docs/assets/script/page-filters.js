// Filters of two pages: schemas by name, and changes that break. Also leads old addresses of operations to their pages.
import { anchorOf } from './versions.js';

export function startPageFilters() {
  startSchemaFilter();
  startBreakingFilter();
  openOperation();
  addEventListener('hashchange', openOperation);
}

/** On the overview of a group: an address of an operation, or of something in it, leads to its page. */
function openOperation() {
  const item = document.getElementById(anchorOf(location.hash).split('.')[0] ?? '');
  const page = item?.matches('.operations li') ? item.querySelector('a') : null;
  if (page instanceof HTMLAnchorElement) location.replace(page.href + location.hash);
}

function startSchemaFilter() {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('filter'));
  const count = document.getElementById('filtered');
  if (!field || !count) return;
  const select = /** @type {HTMLSelectElement | null} */ (document.getElementById('group'));
  const items = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-filtered]'));
  const groups = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-filtered-group]'));
  const filter = () => {
    const words = field.value.trim().toLowerCase().split(/\s+/);
    const group = select?.value ?? '';
    const matches = (/** @type {HTMLElement} */ item) =>
      (group === '' || item.dataset.group === group) && words.every((word) => item.dataset.filtered?.includes(word));
    for (const item of items) item.hidden = !matches(item);
    for (const each of groups) each.hidden = !each.querySelector('[data-filtered]:not([hidden])');
    const shown = [...items].filter((item) => !item.hidden).length;
    count.textContent = field.value === '' && group === '' ? '' : `${shown} of ${items.length}`;
  };
  field.addEventListener('input', filter);
  select?.addEventListener('change', filter);
}

function startBreakingFilter() {
  const button = document.getElementById('breaking');
  button?.addEventListener('click', () => {
    const only = document.documentElement.classList.toggle('breaking-only');
    button.setAttribute('aria-pressed', String(only));
  });
}
