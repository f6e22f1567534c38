// Measures how many small faults in the sources of a project its own tests notice. StrykerJS makes the faults and runs the tests.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { group } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { writeResult } from '@lading/run/result';
import { shufflerOf } from '../../any-api/documents/draw.mjs';
import { usage } from '../../run/entry.mjs';
import { root } from '../../run/steps.mjs';

usage(`
Usage: node tools/properties/mutation/mutate.mjs [PATH ...] [options]

Changes sources in small ways, one at a time, and counts the changes that the tests of their project notice. Paths are those of
projects, folders and files: packages/engine, packages/engine/src/swarm. The tests run with the values that LADING_RUNS sets.

  --faults N  N faults, each in a file that the seed draws by its lines; without it, every possible fault of the paths
  --seed N    the seed of the draw (1)
  --write     write the result into the README of the tool`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { faults: { type: 'string' }, seed: { type: 'string', default: '1' }, write: { type: 'boolean' } },
});
const sources =
  /^(generators|packages\/(?:engine|bridge|runtime\/[^/]+))\/(?!(?:.*\/)?(?:test|testing|examples|gen|dist)\/).*(?<!\.test|\.d)\.ts$/;
/** The words of most messages are no rule, so strings stay. */
const excludedMutations = ['StringLiteral'];
const installed = group('mutation');
installed.install();
const { Stryker } = await partOf('core');
const { Instrumenter } = await partOf('instrumenter');

const files = execFileSync('git', ['ls-files', '--', ...positionals], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => sources.test(file));
const faults = values.faults === undefined ? undefined : await drawn(Number(values.faults), Number(values.seed));
const copy = mkdtempSync(join(tmpdir(), 'lading-mutation-'));
try {
  // The faults are in the files of a copy, whose modules must find the same vitest as StrykerJS.
  const isCopied = (path) => !/\/(\.nx|\.lading|installs\/node_modules)$/.test(path);
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  rmSync(join(copy, 'node_modules', 'vitest'), { recursive: true });
  symlinkSync(installed.file('vitest'), join(copy, 'node_modules', 'vitest'));
  // Otherwise the command would build the generator of changed sources, in the middle of a test.
  const later = new Date(Date.now() + 864e5);
  utimesSync(join(copy, 'generators', 'dist', 'cli', 'main.js'), later, later);
  await report();
} finally {
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
}

/** Imports a part of StrykerJS. */
function partOf(name) {
  return import(pathToFileURL(installed.file(`@stryker-mutator/${name}/dist/src/index.js`)).href);
}

/** Identifies a fault. StrykerJS counts lines and columns from 0 or from 1. */
function keyOf(file, { location: { start }, replacement }, first) {
  return `${file}:${start.line + 1 - first}:${start.column - first} ${replacement}`;
}

/** Draws faults. A file is drawn by its lines, and one of its faults for each time that it is drawn. */
async function drawn(count, seed) {
  const shuffle = shufflerOf(seed);
  const lines = files.flatMap((file) => Array(readFileSync(join(root, file), 'utf8').split('\n').length).fill(file));
  const all = new Map();
  for (const file of shuffle(lines)) {
    if (all.size === count) break;
    const source = { name: file, mutate: true, content: readFileSync(join(root, file), 'utf8') };
    const options = { ignorers: [], excludedMutations, plugins: null, noHeader: false };
    const logger = new Proxy({}, { get: (_, name) => (name === 'isDebugEnabled' ? () => false : () => undefined) });
    const { mutants } = await new Instrumenter(logger).instrument([source], options);
    const [fault] = shuffle(mutants.filter(({ status }) => status !== 'Ignored'));
    if (fault !== undefined) all.set(keyOf(file, fault, 0), { file, fault });
  }
  return all;
}

/** Runs the tests of a project with each fault. */
async function measure(project, paths) {
  process.chdir(join(copy, project));
  const drawn = [...(faults ?? new Map()).values()].filter(({ file }) => paths.includes(file));
  const rangeOf = ({ file, fault: { location } }) => {
    const { start, end } = location;
    return `${relative(project, file)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  };
  const counted = ({ line, column }) => ({ line: line + 1, column });
  globalThis.drawnNodes = drawn.map(({ fault: { location } }) => ({
    start: counted(location.start),
    end: counted(location.end),
  }));
  const stryker = new Stryker({
    mutate: faults === undefined ? paths.map((file) => relative(project, file)) : drawn.map(rangeOf),
    mutator: { excludedMutations },
    testRunner: 'vitest',
    plugins: [
      installed.file('@stryker-mutator/vitest-runner/dist/src/index.js'),
      join(import.meta.dirname, 'drawn-only.mjs'),
    ],
    ignorers: ['drawn-only'],
    vitest: { configFile: join(copy, 'tools', 'properties', 'mutation', 'vitest.config.ts'), related: true },
    inPlace: true,
    concurrency: 1,
    coverageAnalysis: 'perTest',
    disableTypeChecks: false,
    reporters: [],
    fileLogLevel: 'off',
    logLevel: 'warn',
    dryRunTimeoutMinutes: 60,
    tempDirName: join(copy, '.stryker'),
  });
  const all = await stryker.runMutationTest().catch((error) => {
    // No test imports the files, not even through others.
    if (!error.message.includes('No tests were executed')) throw error;
    return drawn.map(({ file, fault: { location, ...fault } }) => {
      const start = { line: location.start.line + 1, column: location.start.column + 1 };
      return { ...fault, fileName: join(copy, file), location: { start }, status: 'NoCoverage' };
    });
  });
  return all
    .map((result) => ({ ...result, file: join(project, relative(process.cwd(), result.fileName)) }))
    .filter(({ status }) => status !== 'Ignored')
    .filter((result) => faults?.has(keyOf(result.file, result, 1)) ?? true);
}

/** Prints the table of projects, and the faults that no test noticed. */
async function report() {
  const rows = [];
  const missed = [];
  const projects = [...new Set(files.map((file) => sources.exec(file)[1]))];
  const filesOf = (project) => files.filter((file) => file.startsWith(`${project}/`));
  // Small projects are first, so that a long run soon has results.
  for (const project of projects.sort((one, other) => filesOf(one).length - filesOf(other).length)) {
    const paths = filesOf(project);
    if (faults !== undefined && ![...faults.values()].some(({ file }) => paths.includes(file))) continue;
    const results = await measure(project, paths);
    const unnoticed = results.filter(({ status }) => !['Killed', 'Timeout', 'RuntimeError'].includes(status));
    rows.push([project, results.length, results.length - unnoticed.length]);
    for (const { file, location, replacement, status } of unnoticed)
      missed.push(
        `- \`${file}:${location.start.line}\` ${status}: \`${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}\``,
      );
    process.stderr.write(`${rows.at(-1).join(' ')}\n${missed.join('\n')}\n`);
  }
  const sum = (column) => rows.reduce((total, row) => total + row[column], 0);
  rows.push(['all', sum(1), sum(2)]);
  const untried = (faults?.size ?? 0) - rows.at(-1)[1];
  if (untried > 0) missed.push(`- ${untried} of the drawn faults, which StrykerJS did not make again`);
  const columns = [{ title: 'Project' }, ...['Faults', 'Noticed', '%'].map((title) => ({ title, align: 'right' }))];
  const table = rows.map(([project, all, noticed]) =>
    [project, all, noticed, ((100 * noticed) / all).toFixed(1)].map(String),
  );
  const draw = faults === undefined ? '' : `, \`--faults ${faults.size} --seed ${values.seed}\``;
  const head = `${new Date().toISOString().slice(0, 10)}${draw}, \`LADING_RUNS=${process.env['LADING_RUNS'] ?? 'few'}\`.`;
  const text = [head, markdownTable(columns, table), ...(missed.length > 0 ? ['Not noticed:', missed.join('\n')] : [])];
  process.stdout.write(`${text.join('\n\n')}\n`);
  if (values.write) writeResult(join(import.meta.dirname, 'README.md'), 'result', text.join('\n\n'));
}
