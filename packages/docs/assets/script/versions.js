// The version switch: keeps the place, and says where the other version has none.

export function startVersions() {
  const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll('.versions a'));
  const aim = () => {
    for (const link of links) {
      const { from, to } = link.dataset;
      let anchor = placeOf(location.hash);
      if (from && to && (anchor === from || anchor.startsWith(`${from}.`))) anchor = to + anchor.slice(from.length);
      const plain = link.href.replace(/#.*$/, '');
      link.href = anchor === '' ? plain : `${plain}#${encodeURIComponent(anchor)}`;
    }
  };
  addEventListener('hashchange', aim);
  addEventListener('hashchange', arrive);
  aim();
  arrive();
}

/** @param {string} hash */
export function placeOf(hash) {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** A place that this version lacks is left to the nearest one above it, and that is said. */
function arrive() {
  const note = document.getElementById('note');
  const anchor = placeOf(location.hash);
  const page = new URLSearchParams(location.search).get('missing');
  const lost = anchor !== '' && !document.getElementById(anchor);
  if (!note) return;
  note.hidden = page === null && !lost;
  if (note.hidden) return;
  const { version = '' } = document.documentElement.dataset;
  note.textContent = `${lost ? anchor : page} is not in ${version}. The nearest existing place is shown.`;
  if (!lost) return;
  for (let above = anchor; above.includes('.');) {
    above = above.slice(0, above.lastIndexOf('.'));
    const place = document.getElementById(above);
    if (place) return place.scrollIntoView();
  }
}
