/** The overlays of the specification are standard files: other implementations produce the same documents. */
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { equal, overlayEngines, readText } from 'lading/testing';
import { spec } from '../paths.js';
import { specification, versionsWithPlaceholder as versions } from '../specification.js';

// In `npm test` every second overlay is applied by one implementation, in turn.
const engines = Object.keys(overlayEngines);
const cases = specification.overlays.flatMap(({ file, version }, index) =>
  engines
    .filter((_engine, number) => inject('isFullRun') || number === (index + inject('seed')) % (2 * engines.length))
    .map((engine) => ({ file, version, engine })),
);

test.each(cases)('$version by $engine', async ({ file, version, engine }) => {
  const ours = versions.find(({ document }) => document.version === version);
  const base = versions.find(({ document }) => document.version === ours?.extends);
  const theirs = await overlayEngines[engine]?.(base?.document.root ?? {}, readText(file));
  expect(equal(theirs, ours?.document.root)).toBe(true);
});

test('every overlay is tested, and changes its document', () => {
  expect(cases.length).toBeGreaterThan(0);
  const [root, ...others] = versions;
  for (const { document } of others) expect(equal(document.root, root?.document.root)).toBe(false);
  expect(specification.root.name).toBe(join(spec, 'v1.44', 'openapi.yaml'));
});
