/**
 * Lading's server interprets bodies with repeated properties as engines do: a body, and the body that the server passes to
 * its handler, create the same container. `LADING_BODIES=500` runs longer and writes the result to a file.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyReader, compare, type Comparison } from '../engine-bodies/compare.js';
import { prefix, RawEngine } from '../engine-bodies/raw-engine.js';
import { repeatedBody } from '../engine-bodies/repeated-bodies.js';

const requestedRuns = process.env['LADING_BODIES'];
const numRuns = Number(requestedRuns ?? 40);
const seed = Number(process.env['LADING_SEED'] ?? 20_261_122);
const engines = [new RawEngine('20.10', '1.41'), new RawEngine('26.1', '1.44')];

describe.each(engines)('$title', (engine) => {
  it.skipIf(!engine.isAvailable)(
    `interprets ${numRuns} bodies as Lading's server does`,
    { timeout: 60_000 + numRuns * 1000, retry: 0 },
    async () => {
      await engine.importImage();
      const reader = new BodyReader(engine.api);
      const results: Comparison[] = [];
      for (const body of fc.sample(repeatedBody, { seed, numRuns })) results.push(await compare(engine, reader, body));
      for (const name of ['a', 'b']) await engine.json('DELETE', `/volumes/${prefix}-${name}`);
      if (requestedRuns !== undefined) write(engine, results);
      expect(results.filter(({ outcome }) => outcome === 'different')).toEqual([]);
      expect(count(results, 'refused here')).toBeLessThan(numRuns / 10);
      expect(count(results, 'equal')).toBeGreaterThan(numRuns / 3);
    },
  );
});

function count(results: readonly Comparison[], expectedOutcome: Comparison['outcome']): number {
  return results.filter(({ outcome }) => outcome === expectedOutcome).length;
}

function write(engine: RawEngine, results: readonly Comparison[]): void {
  const folder = join(import.meta.dirname, '../results');
  mkdirSync(folder, { recursive: true });
  const refusedHere = results.filter(({ outcome }) => outcome === 'refused here');
  const summary = {
    date: new Date().toISOString().slice(0, 10),
    engine: engine.name,
    api: engine.api,
    seed,
    bodies: results.length,
    equal: count(results, 'equal'),
    refusedByBoth: count(results, 'refused'),
    refusedHereAlone: refusedHere.length,
    different: results.filter(({ outcome }) => outcome === 'different'),
    refusals: [...new Set(refusedHere.map(({ canonical }) => String(canonical).trim()))].sort(),
  };
  writeFileSync(join(folder, `repeated-bodies-${engine.name}.json`), `${JSON.stringify(summary, undefined, 2)}\n`);
}
