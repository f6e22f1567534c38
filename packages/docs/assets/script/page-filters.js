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
  const items = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-filtered]'));
  const groups = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-filtered-group]'));
  field.addEventListener('input', () => {
    const words = field.value.trim().toLowerCase().split(/\s+/);
    for (const item of items) item.hidden = !words.every((word) => item.dataset.filtered?.includes(word));
    for (const group of groups) group.hidden = !group.querySelector('[data-filtered]:not([hidden])');
    const shown = [...items].filter((item) => !item.hidden).length;
    count.textContent = field.value === '' ? '' : `${shown} of ${items.length}`;
  });
}

function startBreakingFilter() {
  const button = document.getElementById('breaking');
  button?.addEventListener('click', () => {
    const only = document.documentElement.classList.toggle('breaking-only');
    button.setAttribute('aria-pressed', String(only));
  });
}
