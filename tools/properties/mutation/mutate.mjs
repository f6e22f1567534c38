// Measures how many small faults in the sources of a project its own tests notice. StrykerJS makes the faults, and Vitest runs the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '@lading/run/commands';
import { group } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { grouped, shufflerOf } from '../../any-api/documents/draw.mjs';
import { root } from '../../run/steps.mjs';

const sources =
  /^(generators|packages\/(?:engine|bridge|runtime\/[^/]+))\/(?!(?:.*\/)?(?:test|testing|examples|gen|dist)\/).*(?<!\.test|\.d)\.ts$/;
const projectOf = (file) => sources.exec(file)[1];
const listed = (paths, cwd = root) =>
  execFileSync('git', ['ls-files', '--', ...paths], { cwd, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\n');

/** Runs with whose tests a fault was noticed, by project, and whether they pass without it. @type {Map<string, boolean>} */
const sound = new Map();

await runCommand('tools/properties/mutation/mutate.mjs', {
  about: `Changes sources in small ways, one at a time, and counts the changes that the tests of their project notice. PATHs are those of
projects, folders and files: packages/engine/src/swarm. Tests run with the values of a run of few, and in full for the changes that
they do not notice.`,
  names: 'PATH',
  options: {
    faults: [
      'N',
      'N faults, each in a file that the seed draws by its lines; without it, every possible fault of the paths',
    ],
    seed: ['N', 'the seed of the draw', 1],
  },
  page: new URL('README.md', import.meta.url),
  marker: 'result',
  async run({ names, faults: count, seed }, { progress }) {
    group('mutation').install();
    const files = listed(names).filter((file) => sources.test(file));
    const copy = mkdtempSync(join(tmpdir(), 'lading-mutation-'));
    try {
      const isCopied = (path) => !/\/(\.nx|\.lading|installs\/node_modules)$/.test(path);
      cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isCopied });
      const results = [];
      for await (const fault of faultsOf(copy, files, count, seed)) {
        if (results.length === count) break;
        const run = noticing(copy, fault, seed);
        if (run === undefined) continue;
        results.push({ ...fault, run });
        progress(`${lineOf(fault)} ${run === '' ? 'is not noticed' : `is noticed by a run of ${run}`}`);
      }
      return {
        text: report(results, count === undefined ? '' : `, \`--faults ${count} --seed ${seed}\``),
        json: results,
      };
    } finally {
      rmSync(copy, { recursive: true, force: true });
    }
  },
});

/** All faults of the files, or those of files that are drawn by their lines, of which each gets one for each time that it is drawn. */
async function* faultsOf(copy, files, count, seed) {
  const module = group('mutation').file('@stryker-mutator/instrumenter/dist/src/index.js');
  const { Instrumenter } = await import(pathToFileURL(module).href);
  const logger = new Proxy({}, { get: (_, name) => (name === 'isDebugEnabled' ? () => false : () => undefined) });
  // The words of most messages are no rule, so strings stay.
  const options = { ignorers: [], excludedMutations: ['StringLiteral'], plugins: null, noHeader: false };
  const shuffle = shufflerOf(seed);
  const textOf = (file) => readFileSync(join(copy, file), 'utf8');
  const lines = files.flatMap((file) => Array(textOf(file).split('\n').length).fill(file));
  for (const file of count === undefined ? files : shuffle(lines)) {
    const content = textOf(file);
    const { mutants } = await new Instrumenter(logger).instrument([{ name: file, mutate: true, content }], options);
    const faults = mutants
      .filter(({ status }) => status !== 'Ignored')
      .map(({ location, replacement }) => ({ file, location, replacement, parts: cut(content, location) }))
      .filter(
        ({ replacement, parts: [, text] }) => replacement !== 'false' || !/^process\.platform === '\w+'$/.test(text),
      );
    yield* count === undefined ? faults : shuffle(faults).slice(0, 1);
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

/** Which run notices a fault, if one does; undefined if it does not compile. Programs that tests start are built with it. */
function noticing(copy, { file, replacement, parts: [before, text, after] }, seed) {
  const [path, project] = [join(copy, file), projectOf(file)];
  const build = () => ended(join(copy, project), {}, ['npm', 'run', '--silent', 'build']).status === 0;
  let run = '';
  try {
    writeFileSync(path, `${before}${replacement}${after}`);
    if (!build()) return undefined;
    run = ['few', 'full'].find((runs) => !passes(copy, file, runs, seed)) ?? '';
  } finally {
    writeFileSync(path, `${before}${text}${after}`);
    build();
  }
  const key = `${project}, LADING_RUNS=${run}`;
  if (run !== '' && !sound.has(key)) sound.set(key, passes(copy, file, run, seed));
  if (run === '' || sound.get(key)) return run;
  process.stderr.write(`Tests fail without faults, too: ${key}\n`);
  return '';
}

/** Runs the tests of a project that import a file, and those that start programs. @throws Error if there are none */
function passes(copy, file, runs, seed) {
  const folder = join(copy, projectOf(file));
  const isStarting = (path) =>
    /(^|\/)(test|testing)\/|\.test\.ts$/.test(path) &&
    /child_process|worker_threads/.test(readFileSync(join(folder, path), 'utf8'));
  const tests = [join(copy, file), ...listed(['*.ts'], join(root, projectOf(file))).filter(isStarting)];
  const options = ['--run', '--bail=1', '--root', '.', '--config', join(copy, 'vitest.config.ts')];
  // With a cache of modules, Vitest does not find all tests of a file.
  const command = ['npx', 'vitest', 'related', ...tests, ...options, '--experimental.fsModuleCache=false'];
  const { status, signal, stdout, stderr } = ended(folder, { LADING_RUNS: runs, LADING_SEED: String(seed) }, command);
  if (`${stdout}${stderr}`.includes('No test files found')) throw new Error(`No test reaches ${file}`);
  // A full run that does not end in its time has noticed nothing.
  return status === 0 || (runs === 'full' && signal === 'SIGKILL');
}

/** Runs a program, for twenty minutes at most, with all that it starts. */
function ended(cwd, variables, command) {
  const options = { cwd, env: { ...process.env, ...variables }, maxBuffer: 1 << 28 };
  return spawnSync('timeout', ['-s', 'KILL', '1200', ...command], { ...options, encoding: 'utf8' });
}

function lineOf({ file, location, replacement }) {
  const text = replacement.replaceAll(/\s+/g, ' ').slice(0, 100);
  return `- \`${file}:${location.start.line + 1}\`: \`${text}\``;
}

/** The table of projects, and the faults that no test noticed. */
function report(results, draw) {
  const rows = [...grouped(results, ({ file }) => projectOf(file)), ['all', results]].map(([project, all]) => {
    const count = all.filter(({ run }) => run !== '').length;
    return [project, all.length, count, ((100 * count) / all.length).toFixed(1)];
  });
  const missed = results.filter(({ run }) => run === '').map(lineOf);
  return [
    `${new Date().toISOString().slice(0, 10)}${draw}.`,
    markdownTable(['Project', ...right('Faults', 'Noticed', '%')], rows),
    ...(missed.length > 0 ? ['Not noticed:', missed.join('\n')] : []),
  ].join('\n\n');
}
