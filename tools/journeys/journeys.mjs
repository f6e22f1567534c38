// Walks the paths of users outside the repository: `node tools/journeys/journeys.mjs --help`.
import { randomInt } from 'node:crypto';
import { group } from '../run/installs.mjs';
import { runCommand } from '../run/commands.mjs';
import { markdownTable, right } from '../run/markdown-table.mjs';
import { rowsOf, writeResult } from '../run/result.mjs';
import { JourneyError } from './harness/journey.mjs';
import { journeys, sampleOf } from './harness/journeys.mjs';
import { publishedRegistry } from './harness/published.mjs';
import { hidingError, Traveller } from './harness/traveller.mjs';

const page = new URL('README.md', import.meta.url);

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
  page,
  async run({ names, all, list, sample, seed = randomInt(2 ** 31), print }, { refuse }) {
    const lines = journeys.map(({ name, about, fixed }) => `${name.padEnd(24)} ${fixed ? 'fixed' : '     '}  ${about}`);
    if (list) return { text: lines.join('\n') };
    const unknown = names.find((/** @type {string} */ name) => journeys.every((journey) => journey.name !== name));
    if (unknown !== undefined) return refuse(`There is no journey "${unknown}"; --list prints them.`);
    const named = journeys.filter(({ name }) => all || names.includes(name));
    if (named.length > 0) return walkAll(named, print);
    if (sample === undefined) return refuse('Name journeys, or --all, --list or --sample N.');
    console.log(`Seed of the sample: --seed ${seed}`);
    return walkAll(sampleOf(journeys, sample, seed), print);
  },
});

/** @param {readonly import('./harness/journey.mjs').Journey[]} selected @param {boolean} isPrinted */
async function walkAll(selected, isPrinted) {
  const missing = hidingError();
  if (missing !== undefined) throw new Error(missing);
  if (selected.some(({ programs = [] }) => programs.length > 0)) group('runtimes').install();
  const registry = await publishedRegistry();
  try {
    /** @type {Awaited<ReturnType<typeof walk>>[]} */
    const results = [];
    for (const journey of selected) results.push(await walk(journey, registry.url, isPrinted));
    const failed = results.some(({ isPassed }) => !isPassed);
    return { json: results, failed, write: () => writeRows(results) };
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

/** Replaces the rows of the walked journeys in the table, and removes those of journeys that no longer exist. @param {readonly Awaited<ReturnType<typeof walk>>[]} results */
function writeRows(results) {
  const rows = rowsOf(page, 'results');
  const date = new Date().toISOString().slice(0, 10);
  const lines = journeys.map(({ name, about }) => {
    const walked = results.find((result) => result.name === name);
    const before = rows.get(`\`${name}\``) ?? [`\`${name}\``, '', '', 'not walked', ''];
    return walked ? [`\`${name}\``, about, date, walked.isPassed ? 'passed' : 'failed', walked.seconds] : before;
  });
  const columns = ['journey', 'what it does', 'date', 'result', ...right('seconds')];
  writeResult(page, 'results', markdownTable(columns, lines));
}
