// Measures how many small faults in the sources of a project its own tests notice. StrykerJS makes the faults and runs the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { group } from '@lading/run/installs';
import { markdownTable } from '@lading/run/markdown-table';
import { writeResult } from '@lading/run/result';
import { grouped, shufflerOf } from '../../any-api/documents/draw.mjs';
import { usage } from '../../run/entry.mjs';
import { root } from '../../run/steps.mjs';

usage(`
Usage: node tools/properties/mutation/mutate.mjs [PATH ...] [options]

Changes sources in small ways, one at a time, and counts the changes that the tests of their project notice. Paths are those of
projects, folders and files: packages/engine, packages/engine/src/swarm. Tests run with the values of a run of few, and in full for
the changes that they do not notice.

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
const noticed = ['Killed', 'Timeout', 'RuntimeError'];
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
const copy = mkdtempSync(join(tmpdir(), 'lading-mutation-'));
const built = join(copy, 'generators', 'dist', 'cli', 'main.js');
try {
  // The faults are in the files of a copy, whose modules must find the same vitest as StrykerJS.
  const isCopied = (path) => !/\/(\.nx|\.lading|installs\/node_modules)$/.test(path);
  cpSync(root, copy, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  rmSync(join(copy, 'node_modules', 'vitest'), { recursive: true });
  symlinkSync(installed.file('vitest'), join(copy, 'node_modules', 'vitest'));
  keepBuilt();
  report(await measureAll(values.faults === undefined ? undefined : await drawn(+values.faults, +values.seed)));
} finally {
  process.chdir(root);
  rmSync(copy, { recursive: true, force: true });
}

/** The command would otherwise build the generator of changed sources, in the middle of a test. */
function keepBuilt() {
  const later = new Date(Date.now() + 864e5);
  utimesSync(built, later, later);
}

/** Imports a part of StrykerJS. */
function partOf(name) {
  return import(pathToFileURL(installed.file(`@stryker-mutator/${name}/dist/src/index.js`)).href);
}

/** The project of a file. */
function projectOf(file) {
  return sources.exec(file)[1];
}

/** Identifies a fault. */
function keyOf({ file, location: { start, end }, replacement }) {
  return `${file}:${start.line}:${start.column}-${end.line}:${end.column} ${replacement}`;
}

/** Draws faults that compile. A file is drawn by its lines, and one of its faults for each time that it is drawn. */
async function drawn(count, seed) {
  const shuffle = shufflerOf(seed);
  const lines = files.flatMap((file) => Array(readFileSync(join(copy, file), 'utf8').split('\n').length).fill(file));
  const all = new Map();
  let rejected = 0;
  for (const file of shuffle(lines)) {
    if (all.size === count) break;
    const source = { name: file, mutate: true, content: readFileSync(join(copy, file), 'utf8') };
    const options = { ignorers: [], excludedMutations, plugins: null, noHeader: false };
    const logger = new Proxy({}, { get: (_, name) => (name === 'isDebugEnabled' ? () => false : () => undefined) });
    const { mutants } = await new Instrumenter(logger).instrument([source], options);
    const isOfOthers = ({ location, replacement }) =>
      replacement === 'false' && /^process\.platform === '\w+'$/.test(cut(source.content, location)[1]);
    const [mutant] = shuffle(mutants.filter((one) => one.status !== 'Ignored' && !isOfOthers(one)));
    if (mutant === undefined) continue;
    const { location, replacement } = mutant;
    const fault = { file, location, replacement };
    if (withFault(fault, () => compiles(projectOf(file)))) all.set(keyOf(fault), fault);
    else rejected += 1;
  }
  process.stderr.write(`${all.size} faults are drawn, and ${rejected} that do not compile.\n`);
  return [...all.values()];
}

/** Calls a function while a source of the copy has a fault. */
function withFault({ file, location, replacement }, run) {
  const path = join(copy, file);
  const whole = readFileSync(path, 'utf8');
  const [before, , after] = cut(whole, location);
  try {
    writeFileSync(path, `${before}${replacement}${after}`);
    return run();
  } finally {
    writeFileSync(path, whole);
  }
}

/** Returns what is before a place in a text, there, and after it. */
function cut(text, { start, end }) {
  const lines = text.split('\n');
  const [from, to] = [start, end].map(
    ({ line, column }) => lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + column,
  );
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

function compiles(project) {
  // A variable that a fault leaves unused is none that a person would leave.
  const options = ['--noEmit', '--singleThreaded'];
  for (const name of ['incremental', 'noUnusedLocals', 'noUnusedParameters']) options.push(`--${name}`, 'false');
  return succeeds(project, join(copy, 'node_modules/typescript7/bin/tsc'), '-p', 'tsconfig.build.json', ...options);
}

/** Runs a program in a project of the copy. */
function succeeds(project, ...command) {
  const env = { ...process.env, LADING_RUNS: 'few' };
  const options = { cwd: join(copy, project), stdio: 'ignore', env, timeout: 1_200_000 };
  return spawnSync(process.execPath, command, options).status === 0;
}

/** Runs the tests of a project with faults, or with all faults of the files of the paths. */
async function runStryker(project, runs, faults) {
  process.env['LADING_RUNS'] = runs;
  process.env['LADING_SEED'] = values.seed;
  process.chdir(join(copy, project));
  const rangeOf = ({ file, location: { start, end } }) =>
    `${relative(project, file)}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
  const counted = ({ line, column }) => ({ line: line + 1, column });
  globalThis.drawnNodes = faults?.map(({ location: { start, end } }) => ({ start: counted(start), end: counted(end) }));
  const paths = files.filter((file) => projectOf(file) === project).map((file) => relative(project, file));
  const stryker = new Stryker({
    mutate: faults?.map(rangeOf) ?? paths,
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
    logLevel: 'error',
    dryRunTimeoutMinutes: 60,
    tempDirName: join(copy, '.stryker'),
  });
  const all = await stryker.runMutationTest().catch((error) => {
    // No test imports the files, not even through others; or a test fails without faults, on a machine with other work.
    process.stderr.write(`${project}, LADING_RUNS=${runs}: ${error.message}\n`);
    return [];
  });
  const from0 = ({ line, column }) => ({ line: line - 1, column: column - 1 });
  return all
    .filter(({ status }) => status !== 'Ignored')
    .map(({ fileName, location: { start, end }, replacement, status, testsCompleted }) => {
      if (status === 'Survived' && testsCompleted === 0) throw new Error(`${fileName}:${start.line}: no test has run.`);
      const file = join(project, relative(process.cwd(), fileName));
      return { file, location: { start: from0(start), end: from0(end) }, replacement, status };
    });
}

/** Runs the tests that start programs, with a fault in the source that the programs are built from. */
function isNoticedByPrograms(project, fault) {
  const cwd = join(root, project);
  const tests = execFileSync('git', ['ls-files', '*.ts'], { cwd, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(^|\/)(test|testing)\/|\.test\.ts$/.test(file) && !file.endsWith('.heavy.test.ts'))
    .filter((file) => /child_process|worker_threads/.test(readFileSync(join(cwd, file), 'utf8')));
  if (tests.length === 0) return false;
  const config = join(copy, 'vitest.config.ts');
  const vitest = [join(copy, 'node_modules/vitest/vitest.mjs'), 'related', ...tests, '--run', '--bail=1'];
  const builds = () => succeeds(project, join(copy, 'tools/build/build.mjs'), ...buildArguments(project));
  const passes = () => (keepBuilt(), succeeds(project, ...vitest, '--config', config, '--root', '.'));
  const isNoticed = withFault(fault, () => builds() && !passes());
  builds();
  if (isNoticed && !passes()) throw new Error(`Tests of ${project} that start programs fail without faults, too.`);
  return isNoticed;
}

/** The words after the program in the command that builds a project. */
function buildArguments(project) {
  const { scripts } = JSON.parse(readFileSync(join(copy, project, 'package.json'), 'utf8'));
  return scripts.build.split(' ').slice(2);
}

/** Runs the tests of all projects that have faults. Small projects are first, so that a long run soon has results. */
async function measureAll(faults) {
  const filesOf = (project) => files.filter((file) => projectOf(file) === project);
  const projects = [...new Set((faults?.map(({ file }) => file) ?? files).map(projectOf))];
  const results = [];
  for (const project of projects.sort((one, other) => filesOf(one).length - filesOf(other).length)) {
    const drawnFaults = faults?.filter(({ file }) => projectOf(file) === project);
    const first = await runStryker(project, 'few', drawnFaults);
    const states = new Map((drawnFaults ?? first).map((fault) => [keyOf(fault), { ...fault, status: 'Untried' }]));
    const note = (tried) => tried.filter((one) => states.has(keyOf(one))).forEach((one) => states.set(keyOf(one), one));
    const missed = () => [...states.values()].filter(({ status }) => !noticed.includes(status));
    note(first);
    const left = (what) => process.stderr.write(`${project}: ${missed().length} of ${states.size} left by ${what}\n`);
    left('a run of few');
    for (const fault of missed()) if (isNoticedByPrograms(project, fault)) note([{ ...fault, status: 'Killed' }]);
    left('tests that start programs');
    if (missed().length > 0) note(await runStryker(project, 'full', missed()));
    for (const fault of missed()) process.stderr.write(`${lineOf(fault)}\n`);
    results.push(...states.values());
  }
  return results;
}

function lineOf({ file, location, replacement, status }) {
  const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `- \`${file}:${location.start.line + 1}\` ${status}: \`${text}\``;
}

/** Prints the table of projects, and the faults that no test noticed. */
function report(results) {
  const missed = results.filter(({ status }) => !noticed.includes(status));
  const groups = grouped(results, ({ file }) => projectOf(file));
  const rows = [...groups, ['all', results]].map(([project, all]) => {
    const count = all.filter(({ status }) => noticed.includes(status)).length;
    return [project, all.length, count, ((100 * count) / all.length).toFixed(1)].map(String);
  });
  const columns = [{ title: 'Project' }, ...['Faults', 'Noticed', '%'].map((title) => ({ title, align: 'right' }))];
  const draw = values.faults === undefined ? '' : `, \`--faults ${values.faults} --seed ${values.seed}\``;
  const head = `${new Date().toISOString().slice(0, 10)}${draw}.`;
  const table = markdownTable(columns, rows);
  const text = [head, table, ...(missed.length > 0 ? ['Not noticed:', missed.map(lineOf).join('\n')] : [])];
  process.stdout.write(`${text.join('\n\n')}\n`);
  if (values.write) writeResult(join(import.meta.dirname, 'README.md'), 'result', text.join('\n\n'));
}
