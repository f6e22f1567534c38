/**
 * The script with which a page of the reference compares two versions, run with its compact data, finds the changes that `lading diff`
 * prints: of every ordered pair of versions in a full run, otherwise of those that the seed draws.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { everyOperation, withDocumentNames, type Change } from 'lading/emitter';
import { compareApis, normalize, packApis } from 'lading/testing';
import { expect, it } from 'vitest';
import { sampled } from '../sampled.js';
import { comparedVersions, documentOf, versionsByAge } from '../specification.js';

const lading = createRequire(import.meta.url).resolve('lading/package.json');
const script = readFileSync(join(lading, '..', 'dist', 'compare', 'compare.page.js'), 'utf8');

const timeline = new Map(comparedVersions().map(({ version, api }) => [version, api]));
const packed = JSON.stringify(packApis(versionsByAge.flatMap((version) => timeline.get(version) ?? [])));
const page = runInNewContext(`${script}; ({ packed: JSON.parse(packed), ...ladingCompare })`, { packed }) as {
  readonly packed: object;
  readonly changesBetween: (
    packed: object,
    from: string,
    to: string,
  ) => { readonly changes: readonly (Change & { readonly home: object })[] };
};

const pairs = versionsByAge.flatMap((from) =>
  versionsByAge.filter((to) => to !== from).map((to) => [from, to] as const),
);

it.each(sampled(pairs, 40))('from %s to %s', (from, to) => {
  const older = normalize(documentOf(from));
  const newer = normalize(documentOf(to), everyOperation(older));
  const wanted = compareApis(withDocumentNames(older), withDocumentNames(newer));
  const found = page.changesBetween(page.packed, from, to).changes.map(({ home: _home, ...change }) => change);
  expect(JSON.stringify(found)).toBe(JSON.stringify(wanted));
});
