// The version switch: preserves the anchor, and shows a note if the other version does not have it.

export function startVersions() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.versions a'));
  const updateLinks = () => {
    for (const link of links) {
      const { from, to } = link.dataset;
      let anchor = anchorOf(location.hash);
      if (from && to && (anchor === from || anchor.startsWith(`${from}.`))) anchor = to + anchor.slice(from.length);
      const plain = link.href.replace(/#.*$/, '');
      link.href = anchor === '' ? plain : `${plain}#${encodeURIComponent(anchor)}`;
    }
  };
  const menu = /** @type {HTMLDetailsElement | null} */ (document.querySelector('.version-menu'));
  document.addEventListener('click', (event) => {
    if (menu && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (menu && event.key === 'Escape') menu.open = false;
  });
  addEventListener('hashchange', updateLinks);
  addEventListener('hashchange', showMissingNote);
  updateLinks();
  showMissingNote();
}

/** @param {string} hash */
export function anchorOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** For an anchor that this version lacks, scrolls to the nearest enclosing one and shows a note. */
function showMissingNote() {
  const note = document.getElementById('note');
  const anchor = anchorOf(location.hash);
  const page = new URLSearchParams(location.search).get('missing');
  const anchorMissing = anchor !== '' && !document.getElementById(anchor);
  if (!note) return;
  const next = document.querySelector('.parts a[rel="next"]');
  // A later part of the page may have the anchor.
  if (anchorMissing && next instanceof HTMLAnchorElement) return location.replace(next.href + location.hash);
  note.hidden = page === null && !anchorMissing;
  if (note.hidden) return;
  const { version = '' } = document.documentElement.dataset;
  note.textContent = `${anchorMissing ? anchor : page} is not in ${version}. The nearest existing place is shown.`;
  if (!anchorMissing) return;
  for (let parent = anchor; parent.includes('.');) {
    parent = parent.slice(0, parent.lastIndexOf('.'));
    const element = document.getElementById(parent);
    if (element) return element.scrollIntoView();
  }
}
