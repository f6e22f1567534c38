/**
 * Lading's server interprets bodies with repeated properties as engines do: a body, and the body that the server passes to
 * its handler, create the same container. `LADING_BODIES=500` runs longer.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodyReader, compare, type Comparison } from '../engine-bodies/compare.js';
import { prefix, rawEngine } from '../engine-bodies/raw-engine.js';
import { repeatedBody } from '../engine-bodies/repeated-bodies.js';

const numRuns = Number(process.env['LADING_BODIES'] ?? 40);
const seed = Number(process.env['LADING_SEED'] ?? 20_261_122);
const engines = [rawEngine('20.10', '1.41'), rawEngine('26.1', '1.44')];

describe.each(engines)('engine $name at $api$note', (engine) => {
  it.skipIf(!engine.isAvailable)(
    `interprets ${numRuns} bodies as Lading's server does`,
    { timeout: 60_000 + numRuns * 1000, retry: 0 },
    async () => {
      await engine.importImage();
      const reader = bodyReader(engine.api);
      const results: Comparison[] = [];
      for (const body of fc.sample(repeatedBody, { seed, numRuns })) results.push(await compare(engine, reader, body));
      for (const name of ['a', 'b']) await engine.json('DELETE', `/volumes/${prefix}-${name}`);
      expect(results.filter(({ outcome }) => outcome === 'different')).toEqual([]);
      expect(count(results, 'refused here')).toBeLessThan(numRuns / 10);
      expect(count(results, 'equal')).toBeGreaterThan(numRuns / 3);
    },
  );
});

function count(results: readonly Comparison[], expectedOutcome: Comparison['outcome']): number {
  return results.filter(({ outcome }) => outcome === expectedOutcome).length;
}
