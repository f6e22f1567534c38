/** Documents of several sizes: the published one, with renamed copies of all it has; and specifications of several versions. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { publishedDocument, repository } from '../places.mjs';

/** @typedef {{ [key: string]: unknown }} JsonObject */

/**
 * Writes the published document of 1.44 with copies of its paths, schemas and tags: the copy n has `_n` behind each name.
 * @param {string} file @param {number} times how many copies in all @param {{ readonly isLater?: boolean }} [options] isLater: a later
 *   version, in which every tenth schema has a property more
 */
export function writeCopies(file, times, { isLater = false } = {}) {
  const document = /** @type {JsonObject} */ (parse(readFileSync(publishedDocument('1.44'), 'utf8')));
  const copies = Array.from({ length: times }, (_, index) => (index === 0 ? document : renamed(document, `_${index}`)));
  const merged = (/** @type {string} */ key) => Object.assign({}, ...copies.map((copy) => copy[key]));
  const definitions = /** @type {Record<string, JsonObject>} */ (merged('definitions'));
  if (isLater)
    Object.values(definitions)
      .filter((schema, index) => schema['properties'] !== undefined && index % 10 === 0)
      .forEach((schema) => (schema['properties'] = { ...properties(schema), AddedLater: { type: 'string' } }));
  const info = { ...properties(document, 'info'), version: isLater ? '2.0' : '1.0' };
  const tags = copies.flatMap((copy) => /** @type {unknown[]} */ (copy['tags']));
  writeFileSync(file, JSON.stringify({ ...document, info, tags, paths: merged('paths'), definitions }));
}

/** @param {JsonObject} object @returns {JsonObject} */
const properties = (object, key = 'properties') => /** @type {JsonObject} */ (object[key] ?? {});

/** Renames paths, schemas, tags and operations. @param {JsonObject} document @param {string} suffix @returns {JsonObject} */
function renamed(document, suffix) {
  const withSuffix = (/** @type {JsonObject} */ object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [`${name}${suffix}`, value]));
  const copy = /** @type {JsonObject} */ (
    JSON.parse(JSON.stringify(document), (key, value) => {
      if (key === '$ref' && typeof value === 'string') return value.replace(/^#\/definitions\/.*/, `$&${suffix}`);
      return key === 'operationId' && typeof value === 'string' ? `${value}${suffix}` : value;
    })
  );
  const tags = /** @type {JsonObject[]} */ (copy['tags']).map((tag) => ({ ...tag, name: `${tag['name']}${suffix}` }));
  const operations = Object.values(properties(copy, 'paths')).flatMap((item) => Object.values(item ?? {}));
  for (const operation of operations)
    if (Array.isArray(operation?.tags))
      operation.tags = operation.tags.map((/** @type {string} */ tag) => `${tag}${suffix}`);
  const paths = Object.entries(properties(copy, 'paths')).map(([path, item]) => [`/copy${suffix}${path}`, item]);
  return { tags, paths: Object.fromEntries(paths), definitions: withSuffix(properties(copy, 'definitions')) };
}

/** Copies the specification, with the versions that are nearest to its root. @param {string} folder @param {number} count */
export function writeVersions(folder, count) {
  cpSync(join(repository, 'spec'), folder, { recursive: true });
  const list = join(folder, 'versions.yaml');
  const text = readFileSync(list, 'utf8');
  const minor = (/** @type {string} */ line) => Number(/v\d+\.(\d+)/.exec(line)?.[1]);
  const root = minor(/^root: .*/m.exec(text)?.[0] ?? '');
  const overlays = text.match(/^ *- overlays\/.*\n/gm) ?? [];
  const distance = (/** @type {string} */ line) => Math.abs(minor(line) - root);
  const chosen = new Set([...overlays].sort((a, b) => distance(a) - distance(b)).slice(0, count - 1));
  writeFileSync(
    list,
    text.replace(/^ *- overlays\/.*\n/gm, (line) => (chosen.has(line) ? line : '')),
  );
}
