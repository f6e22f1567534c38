// On a narrow screen: the contents open over the page, and close again, without a change of place.

export function startContents() {
  const root = document.documentElement;
  const opener = /** @type {HTMLElement | null} */ (document.querySelector('.opener'));
  const side = document.getElementById('contents');
  const close = /** @type {HTMLElement | null} */ (document.querySelector('.close'));
  if (!opener || !side || !close) return;
  /** @param {boolean} open */
  const set = (open) => {
    root.classList.toggle('contents-open', open);
    (open ? close : opener).focus();
  };
  opener.addEventListener('click', (event) => {
    event.preventDefault();
    set(true);
  });
  close.addEventListener('click', (event) => {
    event.preventDefault();
    set(false);
  });
  side.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && root.classList.contains('contents-open')) set(false);
  });
  side.addEventListener('click', (event) => {
    if (/** @type {Element} */ (event.target).closest('li a')) root.classList.remove('contents-open');
  });
}
