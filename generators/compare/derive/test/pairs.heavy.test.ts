/** Every ordered pair of documents: our engine and others turn the first into the second. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { equal, type Json } from '../../../document/index.js';
import { sampled } from '../../../testing/sampled.js';
import { yamlReaders } from '../../../testing/yaml-readers.js';
import { applyOverlay, parseOverlay } from '../../../overlay/index.js';
import { derive, printOverlay, type DeriveSide } from '../index.js';
import { overlayEngines } from '../../../testing/overlay-engines.js';
import { missing, own, pairsOf, published } from '../testing/published.js';

async function leadsThere(from: DeriveSide, to: DeriveSide): Promise<void> {
  const overlay = derive(from, to);
  const text = printOverlay(overlay);
  const read = parseOverlay(overlay.name, parse(text) as Json);
  expect(read).toEqual(overlay);
  expect(equal(applyOverlay(from.root, read), to.root)).toBe(true);
  expect(overlay.actions.length === 0).toBe(from === to);
  // An overlay without actions is none to the standard, which asks for at least one.
  if (from === to) return;
  for (const [name, engine] of Object.entries(overlayEngines)) {
    expect(equal(await engine(from.root, text), to.root), `${name} makes something else of it`).toBe(true);
  }
}

describe('small documents with every quirk', () => {
  test.each(pairsOf(own))('%s', (_, from, to) => leadsThere(from, to));
});

// Published documents: tools/properties/test/yaml-readers.heavy.test.ts.
test.each(await yamlReaders())(
  'overlays between small documents are read by $name as they were derived',
  ({ readAll }) => {
    const overlays = pairsOf(own).map(([, from, to]) => derive(from, to));
    const read = readAll(overlays.map(printOverlay)) as readonly Json[];
    expect(read.map((content, index) => parseOverlay(overlays[index]?.name ?? '', content))).toEqual(overlays);
  },
);

if (missing !== '') console.warn(`pairs of published documents:${missing}`);
describe.skipIf(missing !== '')(`published documents${missing}`, () => {
  test.each(sampled(pairsOf(published), 6))('%s', (_, from, to) => leadsThere(from, to));
});
