// The page "Changes between any two versions": its address has the versions and the filters.
import { changeItem, loadComparison } from './comparison.js';
import { element } from './elements.js';

/** @typedef {import('./comparison.js').Change} Change */

/** Up to how many changes all groups are open. */
const maxOpenChanges = 60;

/** @type {Record<string, (change: Change) => boolean>} */
const severities = {
  '': () => true,
  breaking: ({ breaks }) => breaks !== 'none',
  clients: ({ breaks }) => breaks === 'client' || breaks === 'both',
  servers: ({ breaks }) => breaks === 'server' || breaks === 'both',
  none: ({ breaks }) => breaks === 'none',
};

export function startComparePage() {
  const list = document.getElementById('compared');
  const status = document.getElementById('compared-count');
  if (!list || !status) return;
  void showComparison(list, status).catch((/** @type {Error} */ error) => {
    status.textContent = `The versions cannot be compared: ${error.message}`;
  });
}

/** @param {HTMLElement} list @param {HTMLElement} status */
async function showComparison(list, status) {
  const field = (/** @type {string} */ id) =>
    /** @type {HTMLSelectElement} */ (document.getElementById(`compare-${id}`));
  const [from, to, group, direction, severity, query] = ['from', 'to', 'group', 'direction', 'severity', 'query'].map(
    field,
  );
  if (!from || !to || !group || !direction || !severity || !query) return;
  const { versions, packed, changesBetween, operations, schemas } = await loadComparison();
  const address = new URLSearchParams(location.search);
  for (const select of [from, to])
    select.append(...[...versions].reverse().map((version) => new Option(version, version)));
  const chosen = (/** @type {string} */ name, /** @type {string} */ otherwise) => {
    const version = address.get(name) ?? '';
    return versions.includes(version) ? version : otherwise;
  };
  from.value = chosen('from', versions.at(-2) ?? '');
  to.value = chosen('to', versions.at(-1) ?? '');
  direction.value = address.get('direction') ?? '';
  severity.value = address.get('severity') ?? '';
  query.value = address.get('query') ?? '';
  /** @type {import('./comparison.js').Comparison} */
  let comparison = { changes: [], groups: [] };

  /** @param {import('./comparison.js').Home} home */
  const heading = ({ about, name, address: call }) => {
    const place = (about === 'operation' ? operations : schemas)[name];
    const link = element('a', '', name);
    if (place) link.setAttribute('href', `v${place[0]}/${place[1]}.html`);
    return element('h2', '', place ? link : name, ...(call ? [' ', element('code', 'quiet', call)] : []));
  };
  /** @param {Change[]} changes @returns {HTMLElement[]} */
  const sections = (changes) => {
    const homes = new Map(changes.map(({ home }) => [`${home.about} ${home.name}`, home]));
    return [...homes].map(([key, home]) =>
      element(
        'section',
        'changes',
        heading(home),
        ...changes.filter((change) => `${change.home.about} ${change.home.name}` === key).map(changeItem),
      ),
    );
  };
  const update = () => {
    const words = query.value.trim().toLowerCase().split(/\s+/);
    const isWanted = severities[severity.value] ?? (() => true);
    const shown = comparison.changes.filter((change) => {
      const text = [change.place, change.sentence, ...change.operations].join(' ').toLowerCase();
      return (
        isWanted(change) &&
        (group.value === '' || change.home.group === group.value) &&
        (direction.value === '' || change.direction === direction.value || change.direction === 'both') &&
        words.every((word) => text.includes(word))
      );
    });
    const isOpen = shown.length <= maxOpenChanges;
    list.replaceChildren(
      ...comparison.groups.flatMap(([name, title]) => {
        const own = shown.filter(({ home }) => home.group === name);
        if (own.length === 0) return [];
        const breaking = own.filter(({ breaks }) => breaks !== 'none').length;
        const counts = `${own.length} ${own.length === 1 ? 'change' : 'changes'}, ${breaking} breaking`;
        const details = /** @type {HTMLDetailsElement} */ (
          element('details', 'compared-group', element('summary', '', title, ' ', element('small', 'quiet', counts)))
        );
        const fill = () => details.childElementCount > 1 || details.append(...sections(own));
        details.addEventListener('toggle', fill);
        if (isOpen) fill();
        details.open = isOpen;
        return [details];
      }),
    );
    const all = comparison.changes.length;
    status.textContent =
      all === 0
        ? `${from.value} and ${to.value} are the same.`
        : `${shown.length === all ? all : `${shown.length} of ${all}`} ${all === 1 ? 'change' : 'changes'} from ${from.value} to ${to.value}, ${shown.filter(({ breaks }) => breaks !== 'none').length} breaking.`;
    const parameters = new URLSearchParams({ from: from.value, to: to.value });
    for (const [name, { value }] of Object.entries({ group, direction, severity, query }))
      if (value !== '') parameters.set(name, value);
    history.replaceState(null, '', `?${parameters}`);
  };
  const compare = () => {
    comparison = changesBetween(packed, from.value, to.value);
    const present = new Set(comparison.changes.map(({ home }) => home.group));
    const former = group.value || address.get('group') || '';
    const titles = comparison.groups.filter(([name]) => name !== '' && present.has(name));
    group.replaceChildren(new Option('All', ''), ...titles.map(([name, title]) => new Option(title, name)));
    group.value = titles.some(([name]) => name === former) ? former : '';
    update();
  };
  for (const select of [from, to]) select.addEventListener('change', compare);
  for (const select of [group, direction, severity]) select.addEventListener('change', update);
  query.addEventListener('input', update);
  document.getElementById('compare-swap')?.addEventListener('click', () => {
    [from.value, to.value] = [to.value, from.value];
    compare();
  });
  compare();
}
