// Compares any two versions in the page: loads the data of all versions and the script that compares them when they are needed.
import { element, loadScript } from './elements.js';

/** @typedef {{ about: string, name: string, group: string, address?: string }} Home */
/** @typedef {{ kind: string, subject: string, place: string, operations: string[], direction: string, breaks: string, before?: unknown, sentence: string, constraints?: { added: string[], removed: string[] }, home: Home }} Change */
/** @typedef {{ changes: Change[], groups: [string, string][] }} Comparison */
/** @typedef {{ name: string, type: string, facts: string[] }} ContentRow */
/** @typedef {Record<string, [version: string, path: string]>} Places */
/** @typedef {{ packed: { apis: { version: string }[] }, operations: Places, schemas: Places }} Versions */
/**
 * @typedef {object} Comparer
 * @property {(packed: object, from: string, to: string) => Comparison} changesBetween
 * @property {(packed: object, version: string) => Record<string, string>} operationNames
 * @property {(packed: object, version: string, of: { kind: string, name: string }) => ContentRow[] | undefined} contentAt
 */

/** @returns {Promise<Comparer & Versions & { versions: string[] }>} */
export async function loadComparison() {
  const globals = /** @type {{ ladingCompare?: Comparer, ladingVersions?: Versions }} */ (
    /** @type {unknown} */ (window)
  );
  if (!globals.ladingVersions || !globals.ladingCompare)
    await Promise.all([loadScript('versions-data.js'), loadScript('compare.js')]);
  const { ladingCompare, ladingVersions } = globals;
  if (!ladingCompare || !ladingVersions) throw new Error('no data of the versions');
  return { ...ladingCompare, ...ladingVersions, versions: ladingVersions.packed.apis.map(({ version }) => version) };
}

/** Returns a sentence whose code spans are elements. @param {string} sentence @returns {(Node | string)[]} */
function spans(sentence) {
  // Each third part is a code span, and each one after it the length of its fence.
  const parts = sentence.split(/((`+)(?!`)[\s\S]*?[^`]\2(?!`))/);
  return parts.flatMap((part, at) => {
    if (at % 3 === 2) return [];
    return [at % 3 === 1 ? element('code', '', part.replace(/^`+ ?| ?`+$/g, '')) : part];
  });
}

/** @param {string} breaks */
export const audienceOf = (breaks) => (breaks === 'both' ? 'clients and servers' : `${breaks}s`);

/** Returns a change as the pages of changes show it. @param {Change} change */
export function changeItem({ kind, sentence, constraints, direction, breaks, operations }) {
  const facts = element(
    'p',
    'facts',
    element('span', 'fact', direction === 'both' ? 'requests and responses' : `${direction}s`),
    breaks === 'none'
      ? element('span', 'fact', 'non-breaking')
      : element('span', 'fact warn', `breaking for ${audienceOf(breaks)}`),
  );
  const item = element(
    'div',
    'change',
    element('p', 'head', element('span', `mark ${kind}`, kind), ' ', ...spans(sentence)),
  );
  for (const [name, sentences] of Object.entries(constraints ?? {}))
    for (const each of sentences)
      item.append(
        element('p', 'text', element('span', `mark ${name}`, name === 'added' ? 'new' : name), ' ', ...spans(each)),
      );
  item.append(facts);
  if (operations.length > 0) item.append(element('p', 'quiet text', `Operations: ${operations.join(', ')}.`));
  return item;
}
