/** The journeys of journeys.yaml, and those that one run walks. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bumpSteps } from '../bump/steps.mjs';
import { versionAfter, versionsOfSpec } from '../bump/clone.mjs';
import { shufflerOf } from '../../any-api/documents/draw.mjs';
import { root } from '../../run/steps.mjs';
import { readJourneys, steps } from './journey.mjs';

/** @typedef {import('./journey.mjs').Journey} Journey */

const { all, oldest, base, newest } = versionsOfSpec();
const names = { oldest, base, newest, next: versionAfter(newest), count: String(all.length + 1) };
const kinds = new Map(Object.entries({ ...steps, ...bumpSteps }));

/** @type {readonly Journey[]} */
export const journeys = readJourneys(
  readFileSync(new URL('../journeys.yaml', import.meta.url), 'utf8'),
  names,
  (row) => {
    const kind = kinds.get(Object.keys(row)[0] ?? '');
    if (kind === undefined) throw new Error(`journeys.yaml: ${JSON.stringify(row)} is no step`);
    // Vitest passes over a name without a file.
    const unknown = (row.test ?? []).filter((/** @type {string} */ path) => !existsSync(join(root, path)));
    if (unknown.length > 0) throw new Error(`journeys.yaml: ${unknown.join(', ')}: no such tests`);
    return (traveller) => kind(traveller, row);
  },
);

/**
 * Returns the fixed journeys, and others that the seed draws.
 *
 * @param {readonly Journey[]} from
 * @param {number} count of the drawn ones
 * @param {number} seed
 */
export function sampleOf(from, count, seed) {
  const others = from.filter(({ fixed, long }) => fixed !== true && long !== true);
  const drawn = new Set(shufflerOf(seed)(others).slice(0, count));
  return from.filter((journey) => journey.fixed === true || drawn.has(journey));
}
