// Walks the paths of users outside the repository: `node tools/journeys/journeys.mjs --help`.
import { randomInt } from 'node:crypto';
import { runCommand } from '../run/commands.mjs';
import { JourneyError } from './harness/journey.mjs';
import { installPrograms } from './harness/programs.mjs';
import { publishedRegistry } from './harness/published.mjs';
import { writeResults } from './harness/results.mjs';
import { namedOf, sampleOf } from './harness/select.mjs';
import { hidingError, Traveller } from './harness/traveller.mjs';
import { journeys } from './journeys/index.mjs';

await runCommand('tools/journeys/journeys.mjs', {
  about: `Publishes the built packages to a registry on loopback, and walks journeys: each begins in an empty folder, types the commands of
a page, and ends with a program that runs. A journey sees neither the repository nor its variables.`,
  names: 'NAME',
  options: {
    all: ['', 'every journey'],
    list: ['', 'print the journeys, and walk none'],
    sample: ['N', 'N journeys that the seed draws, besides the fixed ones, which are walked in any case'],
    seed: ['N', 'the seed of the sample; by default a random one'],
    print: ['', 'print what each journey types and what that prints'],
  },
  page: new URL('README.md', import.meta.url),
  async run({ names, all, list, sample, seed = randomInt(2 ** 31), print }, { refuse }) {
    if (list)
      return {
        text: journeys
          .map(({ name, about, isFixed }) => `${name.padEnd(24)} ${isFixed ? 'fixed' : '     '}  ${about}`)
          .join('\n'),
      };
    if (all || names.length > 0) return walkAll(all ? journeys : namedOf(journeys, names), print);
    if (sample === undefined) return refuse('Name journeys, or --all, --list or --sample N.');
    console.log(`Seed of the sample: --seed ${seed}`);
    return walkAll(sampleOf(journeys, sample, seed), print);
  },
});

/** @param {readonly import('./harness/journey.mjs').Journey[]} selected @param {boolean} isPrinted */
async function walkAll(selected, isPrinted) {
  const missing = hidingError();
  if (missing !== undefined) throw new Error(missing);
  if (selected.some(({ programs = [] }) => programs.length > 0)) installPrograms();
  const registry = await publishedRegistry();
  try {
    /** @type {Awaited<ReturnType<typeof walk>>[]} */
    const results = [];
    for (const journey of selected) results.push(await walk(journey, registry.url, isPrinted));
    const failed = results.some(({ isPassed }) => !isPassed);
    return { json: results, failed, write: () => writeResults(results, journeys) };
  } finally {
    await registry.stop();
  }
}

/** @param {import('./harness/journey.mjs').Journey} journey @param {string} registry @param {boolean} isPrinted */
async function walk({ name, programs = [], steps }, registry, isPrinted) {
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
  if (isPrinted) console.log(traveller.log);
  console.log(`${failure === undefined ? 'ok    ' : 'FAILED'}  ${name}  ${seconds} s`);
  if (failure !== undefined) console.log(failure);
  return { name, isPassed: failure === undefined, seconds };
}
