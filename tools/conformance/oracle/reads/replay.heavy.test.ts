// Replays what a real engine responded at each version: a bridge in front of its responses at one version has to respond as the engine
// itself did at the older ones.

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { sample } from '../options.js';
import { recordedContext } from '../recorded/recorded-context.js';
import { exchangesOf, readReadings } from './readings.js';
import { comparedPartBy, replay } from './replay.js';

/** An engine of 26.1 as those of 29 are, which refuse what is older. */
const spoken = '1.44';
const recorded = exchangesOf(readReadings(join(import.meta.dirname, '26.1.jsonl.gz')));
const older = [...new Set(recorded.map(({ version }) => version))].sort().filter((version) => version !== spoken);
const versions = inject('isFullRun') ? older : sample(older, 2, inject('seed'));

// It has no limit of its own: how long it takes depends on the machine.
test(`a bridge responds as the engine does at ${versions.join(', ')}`, { timeout: 600_000 }, async () => {
  const { command, document, rules } = recordedContext(join(import.meta.dirname, '../../../..'));
  const comparedPart = comparedPartBy(await document('1.44'), rules);
  const result = await replay({ recorded, spoken, versions, command: command(spoken), comparedPart });
  expect(result.compared).toBeGreaterThan(150 * versions.length);
  expect(result.unknown).toEqual([]);
  expect(result.unequal).toEqual([]);
});
