// The history of an operation or a schema: what it is at any version, and what each version changed in it.
import { changeItem, loadComparison } from './comparison.js';
import { element } from './elements.js';

/** @typedef {import('./comparison.js').Change} Change */
/** @typedef {Awaited<ReturnType<typeof loadComparison>>} Loaded */
/** @typedef {{ version: string, name: string, changes: Change[] }} Step */

/** Shows the history of the page, whose element a reader has opened. */
export function showHistory() {
  const details = /** @type {HTMLDetailsElement | null} */ (document.querySelector('details.history'));
  if (!details) return;
  const status = element('p', 'quiet text', 'Comparing the versions …');
  details.append(status);
  // The text is painted before the comparison, which takes a moment.
  setTimeout(
    () =>
      void loadComparison()
        .then((loaded) => status.replaceWith(...viewOf(details, loaded)))
        .catch((/** @type {Error} */ error) => (status.textContent = `There is no history: ${error.message}`)),
    30,
  );
}

/** @param {HTMLDetailsElement} details @param {Loaded} loaded @returns {HTMLElement[]} */
function viewOf(details, loaded) {
  const { kind = '', name = '' } = details.dataset;
  const { version: own = '', root = '' } = document.documentElement.dataset;
  const { versions, packed, contentAt } = loaded;
  const steps = stepsOf(loaded, kind, name, own);
  const range = /** @type {HTMLInputElement} */ (element('input', ''));
  Object.assign(range, { type: 'range', id: 'at-version', min: '0', max: String(versions.length - 1) });
  const label = /** @type {HTMLLabelElement} */ (element('label', '', 'At version'));
  label.htmlFor = range.id;
  const output = element('output', '');
  const content = element('div', 'history-content');
  const changed = steps.filter(({ changes }) => changes.length > 0);
  const ticks = element(
    'p',
    'history-steps',
    ...changed.map(({ version, changes }) => {
      const button = /** @type {HTMLButtonElement} */ (
        element('button', '', `${version} `, element('small', '', String(changes.length)))
      );
      button.type = 'button';
      button.setAttribute('aria-label', `${version}, ${changes.length} ${changes.length === 1 ? 'change' : 'changes'}`);
      button.addEventListener('click', () => {
        range.value = String(versions.indexOf(version));
        show();
      });
      return button;
    }),
  );
  const show = () => {
    const at = Number(range.value);
    const step = steps[at];
    if (!step) return;
    const { version, changes } = step;
    const former = steps[at - 1];
    output.textContent = version;
    range.setAttribute('aria-valuetext', version);
    for (const button of ticks.children)
      button.setAttribute('aria-pressed', String(button.getAttribute('aria-label')?.startsWith(`${version},`)));
    const rows = contentAt(packed, version, { kind, name: step.name });
    const before = former && contentAt(packed, former.version, { kind, name: former.name });
    const link = [...document.querySelectorAll('.versions a')].find((each) => each.textContent === version);
    const page = element('a', '', `This page at ${version}`);
    if (link instanceof HTMLAnchorElement) page.setAttribute('href', link.href);
    const compare = element('a', '', `All changes from ${former?.version ?? ''} to ${version}`);
    compare.setAttribute('href', `${root}compare.html?from=${former?.version ?? ''}&to=${version}`);
    content.replaceChildren(
      rows ? tableOf(rows, before, version) : element('p', 'text', `${version} lacks it.`),
      ...(changes.length > 0 ? [element('h3', '', `Changes in ${version}`), ...changes.map(changeItem)] : []),
      element('p', 'text', ...(link && version !== own ? [page, ' '] : []), ...(former ? [compare] : [])),
    );
  };
  range.addEventListener('input', show);
  range.value = String(Math.max(0, versions.indexOf(own)));
  show();
  return [
    element('p', 'history-slider', label, range, output),
    changed.length > 0
      ? element('div', '', element('p', 'text quiet', 'Versions that changed it:'), ticks)
      : element('p', 'text quiet', 'No version changed it.'),
    content,
  ];
}

/** Returns what each version changed in it compared with the version before. @param {Loaded} loaded @param {string} kind @param {string} name @param {string} own the version of the page @returns {Step[]} */
function stepsOf({ versions, packed, changesBetween, operationNames }, kind, name, own) {
  const comparisons = versions.map((version, at) =>
    at === 0 ? [] : changesBetween(packed, versions[at - 1] ?? '', version).changes,
  );
  const at = Math.max(0, versions.indexOf(own));
  const names = versions.map(() => name);
  const isRename = (/** @type {Change} */ { kind: change, subject }) => change === 'renamed' && subject === kind;
  for (let older = at; older > 0; older -= 1) {
    const rename = comparisons[older]?.find((change) => isRename(change) && change.place === names[older]);
    names[older - 1] = rename ? String(rename.before) : (names[older] ?? name);
  }
  for (let newer = at + 1; newer < versions.length; newer += 1) {
    const rename = comparisons[newer]?.find((change) => isRename(change) && change.before === names[newer - 1]);
    names[newer] = rename?.place ?? names[newer - 1] ?? name;
  }
  return versions.map((version, index) => {
    const own = names[index] ?? name;
    const documentNames =
      kind === 'operation'
        ? new Set([version, versions[index - 1] ?? version].map((each) => operationNames(packed, each)[own]))
        : undefined;
    const concerns = (/** @type {Change} */ { operations, home }) =>
      documentNames
        ? operations.some((id) => documentNames.has(id))
        : home.about === 'schema' && [own, own.replace(/Input$/, '')].includes(home.name);
    return { version, name: own, changes: (comparisons[index] ?? []).filter(concerns) };
  });
}

/** @param {import('./comparison.js').ContentRow[]} rows @param {import('./comparison.js').ContentRow[] | undefined} before @param {string} version */
function tableOf(rows, before, version) {
  const former = new Map((before ?? rows).map((row) => [row.name, JSON.stringify(row)]));
  const lines = rows.map((row) => {
    const was = former.get(row.name);
    const note = was === undefined ? 'new' : was === JSON.stringify(row) ? '' : 'changed';
    return element(
      'tr',
      note && 'is-changed',
      element(
        'td',
        '',
        element('code', '', row.name),
        ...(note ? [' ', element('span', `mark ${note === 'new' ? 'added' : 'type'}`, `${note} in ${version}`)] : []),
      ),
      element('td', '', row.type),
      element('td', '', row.facts.join(', ')),
    );
  });
  const heads = ['Name', 'Type', 'Facts'].map((title) => element('th', '', title));
  for (const head of heads) head.setAttribute('scope', 'col');
  const box = element(
    'div',
    'scroll',
    element('table', '', element('thead', '', element('tr', '', ...heads)), element('tbody', '', ...lines)),
  );
  box.tabIndex = 0;
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', `At version ${version}`);
  return box;
}
