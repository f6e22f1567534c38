// On a narrow screen, opens and closes the contents over the page without changing the scroll position.

export function startContents() {
  const root = document.documentElement;
  const opener = /** @type {HTMLElement | null} */ (document.querySelector('.opener'));
  const side = document.getElementById('contents');
  const close = /** @type {HTMLElement | null} */ (document.querySelector('.close'));
  if (!opener || !side || !close) return;
  /** @param {boolean} open */
  const setOpen = (open) => {
    root.classList.toggle('contents-open', open);
    (open ? close : opener).focus();
  };
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    setOpen(true);
  });
  close.addEventListener('click', (event) => {
    event.preventDefault();
    setOpen(false);
  });
  side.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && root.classList.contains('contents-open')) setOpen(false);
  });
  side.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('li a')) root.classList.remove('contents-open');
  });
}
