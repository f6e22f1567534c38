/** The published documents after the patches say what the specification says, in every fact but prose. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Api } from 'lading/emitter';
import {
  applyOverlay,
  compareApis,
  withProductName,
  normalize,
  parseOverlay,
  readDocument,
  readCorrections,
  readSpec,
  versionNamed,
  versionsOfSpec,
  type Document,
} from 'lading/testing';
import { hasPublished, published, spec, without } from '../places.js';

const versions = ['1.44', '1.41'];
const patches = readCorrections(join(spec, 'patches'));

function corrected(version: string, leftOut?: string): Document {
  const document = readDocument(join(published, `v${version}.yaml`));
  const wanted = patches.filter(({ appliesTo, file }) => appliesTo.includes(version) && file !== leftOut);
  const root = wanted.reduce(
    (tree, { file, content }) => applyOverlay(tree, parseOverlay(file, content)),
    document.root,
  );
  return { ...document, root };
}

function ours(version: string) {
  const read = readSpec(spec);
  return normalize(versionNamed(withProductName(versionsOfSpec(read), read.product), version).document);
}

/** Named state sets and rules across fields are ours to say: the published documents have them in their prose, if at all. */
function comparable(api: Api, version: string): Api {
  const text = JSON.stringify({ ...api, stateSets: ours(version).stateSets }, (key, value: unknown) =>
    key === 'rules' ? undefined : value,
  );
  return JSON.parse(text) as Api;
}

describe.skipIf(!hasPublished)(`published documents${without}`, () => {
  test.each(versions)('%s after its patches is our specification', (version) => {
    const changes = compareApis(comparable(normalize(corrected(version)), version), comparable(ours(version), version));
    expect(changes.map(({ sentence, place }) => `${place}: ${sentence}`)).toEqual([]);
  });

  test.each(versions)('%s before its patches is not', (version) => {
    const changes = compareApis(normalize(readDocument(join(published, `v${version}.yaml`))), ours(version));
    expect(changes.length).toBeGreaterThan(100);
  });

  test('a patch that was applied already changes nothing any more, which is an error', () => {
    const patch = patches.find(({ file }) => file.endsWith('task-health-check.yaml'));
    const overlay = parseOverlay(patch?.file ?? '', patch?.content ?? null);
    expect(() => applyOverlay(corrected('1.44').root, overlay)).toThrow(/OVERLAY_NO_(MATCH|CHANGE)/);
  });
});

test('every patch names versions of the specification', () => {
  const known = versionsOfSpec(readSpec(spec)).map(({ document }) => document.version);
  expect(patches.flatMap(({ appliesTo }) => appliesTo).filter((version) => !known.includes(version))).toEqual([]);
  expect(patches.length).toBeGreaterThan(0);
});
