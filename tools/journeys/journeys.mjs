// Walks the paths of users outside the repository: `node tools/journeys/journeys.mjs --help`.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { usage } from '../run/entry.mjs';
import { JourneyError } from './harness/journey.mjs';
import { installPrograms } from './harness/programs.mjs';
import { publishedRegistry } from './harness/published.mjs';
import { writeResults } from './harness/results.mjs';
import { namedOf, sampleOf } from './harness/select.mjs';
import { hidingError, Traveller } from './harness/traveller.mjs';
import { journeys } from './journeys/index.mjs';

usage(`
Usage: node tools/journeys/journeys.mjs [--all | --list | NAME... | --sample N --seed S]

Publishes the built packages to a registry on loopback, and walks journeys: each begins in an empty folder, types the commands of
a page, and ends with a program that runs. A journey sees neither the repository nor its variables.

  --all           every journey
  --list          print the journeys, and walk none
  --sample N      N journeys that the seed draws, besides the fixed ones, which are walked in any case
  --seed S        the seed of the sample; by default a random one
  --print         print what each journey types and what that prints
  --write         write the results into the README of this folder`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean' },
    list: { type: 'boolean' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    print: { type: 'boolean' },
    write: { type: 'boolean' },
  },
});

if (values.list) {
  for (const { name, about, isFixed } of journeys)
    console.log(`${name.padEnd(24)} ${isFixed ? 'fixed' : '     '}  ${about}`);
} else await walkAll(chosen());

function chosen() {
  if (values.all) return journeys;
  if (positionals.length > 0) return namedOf(journeys, positionals);
  if (values.sample === undefined) throw new Error('Name journeys, or --all, --list or --sample N.');
  const seed = Number(values.seed ?? randomInt(2 ** 31));
  console.log(`Seed of the sample: --seed ${seed}`);
  return sampleOf(journeys, Number(values.sample), seed);
}

/** @param {readonly import('./harness/journey.mjs').Journey[]} selected */
async function walkAll(selected) {
  const missing = hidingError();
  if (missing !== undefined) throw new Error(missing);
  if (selected.some(({ programs = [] }) => programs.length > 0)) installPrograms();
  const registry = await publishedRegistry();
  try {
    const results = [];
    for (const journey of selected) results.push(await walk(journey, registry.url));
    if (values.write) writeResults(results, journeys);
  } finally {
    await registry.stop();
  }
}

/** @param {import('./harness/journey.mjs').Journey} journey @param {string} registry */
async function walk({ name, programs = [], steps }, registry) {
  const traveller = new Traveller({ registry, programs });
  const start = performance.now();
  /** @type {string | undefined} */
  let failure;
  try {
    for (const step of steps) await step(traveller);
  } catch (error) {
    if (!(error instanceof JourneyError)) throw error;
    failure = error.message;
  } finally {
    await traveller.remove();
  }
  const seconds = Math.round((performance.now() - start) / 1000);
  if (values.print) console.log(traveller.log);
  console.log(`${failure === undefined ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`);
  if (failure !== undefined) {
    console.log(failure);
    process.exitCode = 1;
  }
  return { name, isPassed: failure === undefined, seconds };
}
