// The search field: loads the index when it is first needed, lists the hits and opens the selected one.
import { element, loadScript } from './elements.js';

/** @typedef {import('./find.js').Index} Index */
/** @typedef {import('./find.js').Hit} Hit */

const maxShownHits = 30;

/** @typedef {{ index: Index, find: typeof import('./find.js').find }} Search */

const globals =
  /** @type {{ ladingSearch?: Index, ladingFind?: Search['find'], MiniSearch?: import('./find.js').EngineClass }} */ (
    /** @type {unknown} */ (window)
  );

/** @returns {Promise<Search>} from script files, because pages opened from the file system cannot use `fetch` */
async function loadSearch() {
  if (!globals.ladingSearch || !globals.ladingFind)
    await Promise.all(['search-index.js', 'find.js'].map((name) => loadScript(name)));
  const { ladingSearch: index, ladingFind } = globals;
  if (!index || !ladingFind) throw new Error('no index');
  return { index, find: ladingFind };
}

/** Finds entries; the engine for misspelled words is loaded for the first query that no name contains. */
async function findEntries(
  /** @type {Search} */ { index, find },
  /** @type {string} */ query,
  /** @type {string} */ version,
) {
  const hits = find(index, query, version, globals.MiniSearch);
  if (globals.MiniSearch || hits.some(({ isNamed }) => isNamed)) return hits;
  await loadScript('search-engine.js').catch(() => undefined);
  return find(index, query, version, globals.MiniSearch);
}

/** Returns the text around the first word of the query. @param {string} text @param {string} query */
function excerpt(text, query) {
  const words = text.split(' ¦ ').join(' — ');
  const at = words.toLowerCase().indexOf(query.trim().toLowerCase().split(/\s+/)[0] ?? '');
  const start = at > 60 ? words.lastIndexOf(' ', at - 40) + 1 : 0;
  return (start > 0 ? '… ' : '') + words.slice(start, start + 160);
}

/** Makes the field one with a list of hits, which pages leave out because without scripts there is no search. @param {HTMLInputElement} field */
function hitsBelow(field) {
  const list = element('ul', '');
  const count = element('p', 'unseen');
  const attributes = /** @type {const} */ ([
    [field, { role: 'combobox', autocomplete: 'off', spellcheck: 'false' }],
    [
      field,
      { 'aria-expanded': 'false', 'aria-controls': 'found', 'aria-autocomplete': 'list', 'aria-keyshortcuts': '/' },
    ],
    [list, { id: 'found', role: 'listbox', 'aria-label': 'Search results', hidden: '' }],
    [count, { id: 'found-count', role: 'status' }],
  ]);
  for (const [target, values] of attributes)
    for (const [name, value] of Object.entries(values)) target.setAttribute(name, value);
  field.after(list, count);
  return { list, count };
}

export function startSearch() {
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('search'));
  if (!field) return;
  const { list, count } = hitsBelow(field);
  const { version = '', root = '' } = document.documentElement.dataset;
  /** @type {Hit[]} */
  let hits = [];
  let selected = 0;
  /** @type {Promise<Search> | undefined} */
  let search;

  /** @param {Hit} hit */
  const addressOf = (hit) =>
    `${root}v${hit.version}/${hit.page}.html${hit.anchor ? `#${encodeURIComponent(hit.anchor)}` : ''}`;

  const close = () => {
    list.hidden = true;
    field.setAttribute('aria-expanded', 'false');
    field.removeAttribute('aria-activedescendant');
  };

  /** @param {number} at */
  const select = (at) => {
    selected = Math.max(0, Math.min(at, Math.min(hits.length, maxShownHits) - 1));
    [...list.children].forEach((item, position) => {
      const isSelected = position === selected && hits.length > 0;
      item.setAttribute('aria-selected', String(isSelected));
      if (!isSelected) return;
      field.setAttribute('aria-activedescendant', item.id);
      item.scrollIntoView({ block: 'nearest' });
    });
  };

  const show = async () => {
    const query = field.value;
    if (query.trim() === '') return close();
    search ??= loadSearch();
    const found = await findEntries(await search, query, version);
    if (field.value !== query) return;
    hits = found;
    list.replaceChildren(...hits.slice(0, maxShownHits).map((hit, at) => itemOf(hit, at, query)));
    if (hits.length === 0) {
      const none = document.createElement('li');
      none.className = 'none';
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      none.textContent = 'Nothing found';
      list.append(none);
    }
    count.textContent = hits.length === 0 ? 'Nothing found' : `${hits.length} found`;
    list.hidden = false;
    field.setAttribute('aria-expanded', 'true');
    select(0);
  };

  /** @param {Hit} hit @param {number} at @param {string} query */
  const itemOf = (hit, at, query) => {
    const item = document.createElement('li');
    item.id = `found-${at}`;
    item.setAttribute('role', 'option');
    item.dataset.address = addressOf(hit);
    const name = document.createElement('b');
    name.textContent = hit.name;
    const kind = document.createElement('em');
    kind.textContent = `${hit.kind}${hit.note && `, ${hit.note}`}`;
    const text = document.createElement('small');
    text.textContent = excerpt(hit.text || hit.title, query);
    item.append(name, kind, text);
    return item;
  };

  const go = (/** @type {Element | undefined} */ item) => {
    const address = item instanceof HTMLElement ? item.dataset.address : undefined;
    if (!address) return;
    close();
    field.blur();
    location.assign(address);
  };

  field.addEventListener('input', () => void show());
  field.addEventListener('focus', () => {
    search ??= loadSearch();
    if (field.value !== '') void show();
  });
  field.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') select(selected + (event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'Enter') go(list.hidden ? undefined : list.children[selected]);
    else if (event.key === 'Escape') {
      if (list.hidden) field.blur();
      field.value = '';
      close();
    } else return;
    event.preventDefault();
  });
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => go(/** @type {Element} */ (event.target).closest('li') ?? undefined));
  document.addEventListener('click', (event) => {
    if (!(/** @type {Element} */ (event.target).closest('.search'))) close();
  });
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
}
