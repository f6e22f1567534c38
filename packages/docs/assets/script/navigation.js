// Fills the lists of the sidebar, of which a page has a part only, from the file of all lists of the version.

/** @typedef {[path: string, title: string, differs: number, method?: string]} Item */
/** @typedef {{ groups: Item[], operations: Record<string, Item[]>, schemas: Record<string, Item[]> }} Lists */

/** How many links a list has. */
const maxListLinks = 200;

export function startNavigation() {
  const side = document.getElementById('contents');
  const { ladingNavigation: lists } = /** @type {{ ladingNavigation?: Lists }} */ (/** @type {unknown} */ (window));
  if (!side) return;
  // Inner lists first, so that an outer one keeps them.
  const found = /** @type {HTMLElement[]} */ ([...side.querySelectorAll('[data-list]')]).reverse();
  for (const list of lists ? found : []) {
    const { list: name, group = '' } = list.dataset;
    const items =
      name === 'groups' ? lists?.groups : (name === 'operations' ? lists?.operations : lists?.schemas)?.[group];
    if (items) fill(list, items);
  }
  side.classList.add('filled');
}

/** @param {HTMLElement} list @param {Item[]} items */
function fill(list, items) {
  const { root = '', version = '', page = '' } = document.documentElement.dataset;
  const entries = /** @type {HTMLElement[]} */ ([...list.children]);
  const existing = new Map(entries.map((entry) => [entry.querySelector('a')?.href, entry]));
  const base = location.href.replace(/[?#].*$/, '');
  const addressOf = (/** @type {string} */ path) => new URL(`${root}v${version}/${path}.html`, base).href;
  const isOpen = (/** @type {string} */ path) => existing.get(addressOf(path))?.querySelector('ul');
  const at = Math.max(
    0,
    items.findIndex(([path]) => path === page || isOpen(path)),
  );
  const first = at - (at % maxListLinks);
  const shown = items.slice(first, first + maxListLinks).map(([path, title, differs, method]) => {
    const own = existing.get(addressOf(path));
    if (own) return own;
    const entry = document.createElement('li');
    const link = document.createElement('a');
    link.href = addressOf(path);
    link.className = `${method ? `op ${method}` : ''}${differs ? ' dotted' : ''}`.trim();
    link.append(...breakable(title));
    entry.append(link);
    return entry;
  });
  const all = entries.at(-1);
  // The last link leads to the whole list.
  list.replaceChildren(...shown, ...(all && items.length > maxListLinks ? [all] : []));
}

/** Returns a name with places at which a line may break. @param {string} name */
function breakable(name) {
  return name
    .split(/(?<=[a-z])(?=[A-Z])|(?<=[._])(?=\w)/)
    .flatMap((part, at) => (at === 0 ? [part] : [document.createElement('wbr'), part]));
}
