// Marks the section in view in the list "On this page", and shows the current page in the navigation.

export function startContentsSpy() {
  const current = document.querySelector('.side [aria-current]');
  const side = document.getElementById('contents');
  // Only the navigation scrolls, never the page.
  if (current instanceof HTMLElement && side) side.scrollTop = current.offsetTop - side.clientHeight / 3;
  // The newest versions of a diagram that is too wide are on the right.
  for (const drawn of document.querySelectorAll('.drawn')) {
    if (drawn.querySelector('.axis')) drawn.scrollLeft = drawn.scrollWidth;
  }
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.toc a'));
  const targets = [...links].flatMap((link) => {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    return target ? [{ link, target }] : [];
  });
  if (targets.length === 0) return;
  /** @type {HTMLAnchorElement | undefined} */
  let marked;
  const mark = () => {
    const line = innerHeight / 3;
    const atEnd = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const above = targets.filter(({ target }) => target.getBoundingClientRect().top <= line);
    const link = (atEnd ? targets.at(-1) : (above.at(-1) ?? targets[0]))?.link;
    if (link === marked) return;
    marked?.classList.remove('here');
    link?.classList.add('here');
    marked = link;
    const list = link?.closest('ul');
    if (!link || !list) return;
    list.scrollLeft = link.offsetLeft - list.clientWidth / 2;
    const box = link.closest('.toc');
    if (box && box.scrollHeight > box.clientHeight) box.scrollTop = link.offsetTop - box.clientHeight / 2;
  };
  let waiting = false;
  addEventListener(
    'scroll',
    () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => {
        waiting = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}
