// Nested properties: all are open in the HTML; this folds them, and opens those around the target of the address.
import { anchorOf } from './versions.js';

export function startNested() {
  const folded = /** @type {NodeListOf<HTMLDetailsElement>} */ (
    document.querySelectorAll('details.nested, details[data-folded]')
  );
  for (const details of folded) details.open = false;
  document.documentElement.classList.add('ready');
  openDifferences();
  openTarget();
  addEventListener('hashchange', openTarget);
  for (const button of document.querySelectorAll('.expand')) {
    button.addEventListener('click', () => {
      const all = /** @type {NodeListOf<HTMLDetailsElement>} */ (
        button.closest('section')?.querySelectorAll('details') ?? []
      );
      const open = button.getAttribute('aria-expanded') !== 'true';
      for (const details of all)
        details.open = open || !(details.matches('.nested') || details.dataset.folded !== undefined);
      button.setAttribute('aria-expanded', String(open));
      button.textContent = open ? 'Collapse all' : 'Expand all';
    });
  }
  /** @type {HTMLDetailsElement[]} */
  let opened = [];
  addEventListener('beforeprint', () => {
    opened = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('main details:not([open])')]);
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
}

/** Opens what differs between versions while only that is shown. */
export function openDifferences() {
  if (!document.documentElement.classList.contains('differs-only')) return;
  for (const item of document.querySelectorAll('main [data-differs]')) openAround(item);
}

/** Opens everything around the target, and the target itself. */
function openTarget() {
  const target = document.getElementById(anchorOf(location.hash));
  if (!target) return;
  openAround(target);
  const own = target.querySelector(':scope > details.nested');
  if (own instanceof HTMLDetailsElement) own.open = true;
  target.scrollIntoView();
}

/** @param {Element} element */
function openAround(element) {
  for (let details = element.closest('details'); details; details = details.parentElement?.closest('details') ?? null)
    details.open = true;
}
