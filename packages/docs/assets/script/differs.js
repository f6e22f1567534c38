// Shows only what differs between versions, and remembers it from page to page.
import { keep } from './keep.js';
import { placeOf } from './versions.js';

export function startDiffers() {
  const button = document.getElementById('differs');
  const root = document.documentElement;
  if (!button) return;
  const say = () => button.setAttribute('aria-pressed', String(root.classList.contains('differs-only')));
  button.addEventListener('click', () => {
    const only = root.classList.toggle('differs-only');
    keep('lading-differs', only ? 'only' : 'all');
    say();
  });
  // A place that one came for is shown, whatever is hidden.
  const target = document.getElementById(placeOf(location.hash));
  if (target?.closest('[data-item]:not([data-differs])')) root.classList.remove('differs-only');
  say();
}
