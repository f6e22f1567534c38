/** The corrected published documents equal the specification in everything but prose. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Api } from 'lading/emitter';
import {
  applyOverlay,
  compareApis,
  normalize,
  parseOverlay,
  readDocument,
  readCorrections,
  type Document,
} from 'lading/testing';
import { hasPublished, published, spec, skipNote } from '../paths.js';
import { apiOf, versions as specVersions } from '../specification.js';

const versions = ['1.44', '1.41'];
const corrections = readCorrections(join(spec, 'corrections'));

function corrected(version: string, leftOut?: string): Document {
  const document = readDocument(join(published, `v${version}.yaml`));
  const wanted = corrections.filter(({ appliesTo, file }) => appliesTo.includes(version) && file !== leftOut);
  const root = wanted.reduce(
    (tree, { file, content }) => applyOverlay(tree, parseOverlay(file, content)),
    document.root,
  );
  return { ...document, root };
}

/** Removes state sets and rules between fields from the comparison: the published documents have them only in their prose, if at all. */
function comparable(api: Api, version: string): Api {
  const text = JSON.stringify({ ...api, stateSets: apiOf(version).stateSets }, (key, value: unknown) =>
    key === 'rules' ? undefined : value,
  );
  return JSON.parse(text) as Api;
}

describe.skipIf(!hasPublished)(`published documents${skipNote}`, () => {
  test.each(versions)('%s equals the specification after its corrections', (version) => {
    const changes = compareApis(
      comparable(normalize(corrected(version)), version),
      comparable(apiOf(version), version),
    );
    expect(changes.map(({ sentence, place }) => `${place}: ${sentence}`)).toEqual([]);
  });

  test.each(versions)('%s differs from the specification before its corrections', (version) => {
    const changes = compareApis(normalize(readDocument(join(published, `v${version}.yaml`))), apiOf(version));
    expect(changes.length).toBeGreaterThan(100);
  });

  test('applying a correction twice is an error', () => {
    const correction = corrections.find(({ file }) => file.endsWith('task-health-check.yaml'));
    const overlay = parseOverlay(correction?.file ?? '', correction?.content ?? null);
    expect(() => applyOverlay(corrected('1.44').root, overlay)).toThrow(/OVERLAY_NO_(MATCH|CHANGE)/);
  });
});

test('every correction names versions of the specification', () => {
  const existing = specVersions.map(({ document }) => document.version);
  expect(corrections.flatMap(({ appliesTo }) => appliesTo).filter((version) => !existing.includes(version))).toEqual(
    [],
  );
  expect(corrections.length).toBeGreaterThan(0);
});
