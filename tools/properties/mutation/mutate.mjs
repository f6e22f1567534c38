// Measures how many small faults in the sources of a project its own tests notice. StrykerJS makes the faults, and Vitest runs the tests.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
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

await runCommand('tools/properties/mutation/mutate.mjs', {
  about: `Changes sources in small ways, one at a time, and counts the changes that the tests of their project notice. PATHs are those of
projects, folders and files: packages/engine/src/swarm. Tests run with the values of a run of few, those with similar paths first, and in
full for the changes that they do not notice.`,
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
      // Tests start programs of other users, which have to enter it.
      chmodSync(copy, 0o755);
      const isCopied = (path) => !/\/(\.nx|\.lading|installs\/node_modules)$/.test(path);
      cpSync(root, copy, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter: isCopied });
      const results = [];
      for await (const fault of faultsOf(copy, files, count, seed)) {
        if (results.length === count) break;
        const run = noticing(copy, fault, seed);
        if (run === undefined) continue;
        results.push({ ...fault, run });
        progress(`${lineOf(fault)} ${run === '' ? 'is not noticed' : `is noticed (${run})`}`);
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

/** Which run and test notice a fault, if one does; undefined if it does not compile. Programs that tests start are built with it. */
function noticing(copy, { file, location, replacement, parts: [before, text, after] }, seed) {
  const [path, project] = [join(copy, file), projectOf(file)];
  const build = () => ended(join(copy, project), {}, ['npm', 'run', '--silent', 'build']).status === 0;
  const failing = (run) => failedTest(copy, file, testsOf(copy, file, run), run, seed);
  let [run, test] = ['', undefined];
  try {
    writeFileSync(path, `${before}${replacement}${after}`);
    if (!build()) return undefined;
    run = ['near', 'few', 'full'].find((one) => (test = failing(one)) !== undefined) ?? '';
  } finally {
    writeFileSync(path, `${before}${text}${after}`);
    build();
  }
  if (!test) return run;
  if (failedTest(copy, file, ['run', test], run, seed) === undefined) return `${run}, ${test}`;
  process.stderr.write(`${test} fails without the fault, too: ${lineOf({ file, location, replacement })}\n`);
  return '';
}

/** The tests of a project that import a file, and those that start programs; or the five whose paths share the most words with it. */
function testsOf(copy, file, run) {
  const folder = join(copy, projectOf(file));
  const files = listed(['*.ts'], folder).filter(
    (path) => /(^|\/)(test|testing)\/|\.test\.ts$/.test(path) && (run === 'full' || !path.endsWith('.heavy.test.ts')),
  );
  const isStarting = (path) => /child_process|worker_threads/.test(readFileSync(join(folder, path), 'utf8'));
  if (run !== 'near') return ['related', join(copy, file), ...files.filter(isStarting)];
  const wordsOf = (path) => path.replaceAll(/s?(\.test)?\.ts$|s(?=[/-])/g, '').split(/[/-]/);
  const words = new Set(wordsOf(file));
  const shared = (path) => new Set(wordsOf(path).filter((word) => words.has(word))).size;
  const tests = files.filter((path) => path.endsWith('.test.ts'));
  return ['run', ...tests.toSorted((one, other) => shared(other) - shared(one)).slice(0, 5)];
}

/** Runs tests. @returns the path of the first that fails, empty if the run ends for another reason; undefined if all pass */
function failedTest(copy, file, tests, run, seed) {
  const options = ['--run', '--bail=1', '--root', '.', '--config', join(copy, 'vitest.config.ts')];
  // With a cache of modules, Vitest does not find all tests of a file.
  options.push('--experimental.fsModuleCache=false', ...(run === 'full' ? [] : ['--exclude=**/*.heavy.test.ts']));
  const variables = { LADING_RUNS: run === 'full' ? 'full' : 'few', LADING_SEED: String(seed) };
  const command = ['npx', 'vitest', ...tests, ...options];
  const { status, signal, stdout, stderr } = ended(join(copy, projectOf(file)), variables, command);
  const isWithoutTests = `${stdout}${stderr}`.includes('No test files found');
  if (isWithoutTests && run === 'full') throw new Error(`No test reaches ${file}`);
  // A full run that does not end in its time has noticed nothing.
  if (status === 0 || isWithoutTests || (run === 'full' && signal === 'SIGKILL')) return undefined;
  return /^ FAIL  (\S+)/m.exec(stripVTControlCharacters(stderr))?.[1] ?? '';
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
