// Filters a page to what differs between versions, and stores this setting for the next page.
import { openDifferences } from './nested.js';
import { store } from './storage.js';
import { anchorOf } from './versions.js';

export function startChangesFilter() {
  const button = document.getElementById('differs');
  const root = document.documentElement;
  // Pages without the button show everything, whatever another site at the same address stored.
  if (!button) return root.classList.remove('differs-only');
  const updateButton = () => button.setAttribute('aria-pressed', String(root.classList.contains('differs-only')));
  button.addEventListener('click', () => {
    const only = root.classList.toggle('differs-only');
    store('lading-differs', only ? 'only' : 'all');
    openDifferences();
    updateButton();
  });
  // The target of the address is always shown, even if the filter would hide it.
  const target = document.getElementById(anchorOf(location.hash));
  if (target?.closest('[data-item]:not([data-differs])')) root.classList.remove('differs-only');
  updateButton();
}
