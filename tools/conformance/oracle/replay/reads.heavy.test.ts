// Replays what a real engine responded at each version: a bridge in front of its responses at one version has to respond as the engine
// itself did at the older ones.

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { bundle } from '../../check/document.js';
import { sample } from '../main.js';
import { comparedPartBy, readReadings, replay } from './reads.js';

/** An engine of 26.1 as those of 29 are, which refuse what is older. */
const spoken = '1.44';
const recorded = readReadings(join(import.meta.dirname, 'reads-26.1.jsonl.gz'));
const older = [...new Set(recorded.map(({ version }) => version))].sort().filter((version) => version !== spoken);
const versions = inject('isFullRun') ? older : sample(older, 2, inject('seed'));

// It has no limit of its own: how long it takes depends on the machine.
test(`a bridge responds as the engine does at ${versions.join(', ')}`, { timeout: 600_000 }, async () => {
  const comparedPart = comparedPartBy(await bundle('1.44'));
  const result = await replay(recorded, spoken, versions, comparedPart);
  expect(result.compared).toBeGreaterThan(150 * versions.length);
  expect(result.unknown).toEqual([]);
  expect(result.unequal).toEqual([]);
});
