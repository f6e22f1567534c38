// Replays what a real engine responded at each version: a bridge in front of its responses at one version has to respond as the engine
// itself did at the older ones.

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { sample } from '../options.js';
import { readReadings, type Reading } from './readings.js';
import { replay } from './replay.js';

const bridgeProgram = join(import.meta.dirname, '../../../../packages/bridge/bin/bridge.mjs');

/** An engine of 26.1 as those of 29 are, which refuse what is older. */
const spoken = '1.44';
const readings = readReadings(join(import.meta.dirname, '26.1.jsonl.gz'));
const older = versionsOf(readings).filter((version) => version !== spoken);
const versions = inject('isFullRun') ? older : sample(older, 2, inject('seed'));

// It has no limit of its own: how long it takes depends on the machine.
test(`a bridge responds as the engine does at ${versions.join(', ')}`, { timeout: 600_000 }, async () => {
  const command = `node ${bridgeProgram} --listen unix://{listen} --engine unix://{engine} --as ${spoken}`;
  const result = await replay({ engine: readings, spoken, expected: readings, versions, command });
  expect(result.compared).toBeGreaterThan(150 * versions.length);
  expect(result.unknown).toEqual([]);
  expect(result.unequal).toEqual([]);
});

function versionsOf(all: readonly Reading[]): readonly string[] {
  return [...new Set(all.flatMap(({ responses }) => responses.flatMap((group) => group.versions)))].sort();
}
