/** Lists the differences of pairs of versions with the rules that decide them, and checks that clients of both versions are served. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { parse } from 'yaml';
import { versionedCopy } from '../checks/check-pair.mjs';
import { limitedRun } from '../checks/limited-run.mjs';
import { pairOf } from '../checks/mirror/start.mjs';
import { foldersOf, writeProject } from '../checks/workspace.mjs';
import { lading, program } from '../places.mjs';
import { decidedMarkdown } from '../report/decided-markdown.mjs';
import { versionedPairs } from '../sample/pairs.mjs';

const folder = fileURLToPath(new URL('../decided', import.meta.url));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates the packages of pairs of versions with the conversion rules of decided/, lists every difference between their messages with
the rule that decides it, and calls servers of both versions with clients of the other one. The exit code is 1 if a difference is
undecided, or a handler or a client receives what its document excludes.`,
  options: {
    calls: ['N', 'the calls of an operation in each direction', 12],
    seed: ['N', 'what is drawn', 1],
    only: ['TEXT', 'pairs with TEXT in their name', ''],
  },
  page: join(folder, 'README.md'),
  marker: 'result',
  async run({ calls, seed, only }, { progress }) {
    installOrSkip('documents');
    await limitedRun([lading, '--version']);
    /** @type {import('../report/decided-markdown.mjs').DecidedPair[]} */
    const results = [];
    for (const { name, older, newer, rules } of versionedPairs) {
      if (rules === undefined || !name.includes(only)) continue;
      const checked = await inFolder((work) =>
        decided(work, older, newer, join(folder, rules), [seed, calls].map(String)),
      ).catch((error) => ({ differences: [], failures: [error.message], calls: 0, reached: 0 }));
      results.push({ name, rules, ...checked });
      for (const failure of checked.failures.slice(0, 20)) progress(`${name}: ${failure}`);
    }
    const failed = results.some(({ failures }) => failures.length > 0);
    return { text: decidedMarkdown(results, heading(`seed ${seed}`)), failed };
  },
};

/** @param {string} work @param {string} older @param {string} newer @param {string} rulesFile @param {readonly string[]} numbers */
async function decided(work, older, newer, rulesFile, numbers) {
  const [before = '', after = ''] = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
  const [overlay, config, list, out] = ['overlay.json', 'lading.config.json', 'differences.json', 'out'].map((name) =>
    join(work, name),
  );
  const emitters = ['client', 'server', 'overlay'];
  const { output } = await ran(lading, 'derive', '--json', before, after);
  writeFileSync(overlay ?? '', JSON.stringify(withRules(JSON.parse(output), parse(readFileSync(rulesFile, 'utf8')))));
  writeFileSync(
    config ?? '',
    JSON.stringify({ documents: [before], overlays: [overlay], emitters, paths: false, out }),
  );
  await ran(lading, 'generate', '--quiet', '--config', config ?? '');
  await ran(
    program('run-program.mjs'),
    program('converted/list-differences.mjs'),
    before,
    after,
    overlay ?? '',
    list ?? '',
  );
  writeProject(out ?? '');
  /** @type {readonly import('../report/decided-markdown.mjs').Difference[]} */
  const differences = JSON.parse(readFileSync(list ?? '', 'utf8'));
  const settings = { out: out ?? '', list: list ?? '', rulesFile, numbers };
  const checks = [
    await called('older', ['1.0', '2.0'], [before, after], settings),
    await called('newer', ['2.0', '1.0'], [after, before], settings),
  ];
  const undecided = differences.filter(({ rule }) => rule === 'undecided');
  const failures = [
    ...undecided.map(({ name, direction }) => `undecided: ${name}, ${direction}`),
    ...checks.flatMap((check) => check.failures),
  ];
  const calls = checks.reduce((sum, check) => sum + check.calls, 0);
  return { differences, failures, calls, reached: new Set(checks.flatMap((check) => check.reached)).size };
}

/** Runs a program that must succeed. @param {readonly string[]} args */
async function ran(...args) {
  const run = await limitedRun(args);
  if (run.failure !== undefined) throw new Error(run.output || run.failure);
  return run;
}

/** Gives an overlay the rules, as those of its first action. @param {any} overlay @param {unknown} rules */
function withRules({ actions: [first, ...others], ...overlay }, rules) {
  const decided = { ...first, 'x-lading-difference': 'decided', 'x-lading-conversion-rules': rules };
  return { ...overlay, extends: basename(overlay.extends), actions: [decided, ...others] };
}

/**
 * Calls a server with clients of the other version.
 * @param {string} side @param {readonly [client: string, server: string]} versions @param {readonly string[]} documents
 * @param {{ readonly out: string, readonly list: string, readonly rulesFile: string, readonly numbers: readonly string[] }} settings
 * @returns {Promise<{ readonly calls: number, readonly failures: readonly string[], readonly reached: readonly number[] }>}
 */
async function called(side, versions, documents, { out, list, rulesFile, numbers }) {
  const file = join(out, `${side}.json`);
  const { failure } = await limitedRun([
    ...[program('run-program.mjs'), program('converted/check-directions.mjs')],
    ...[out, ...foldersOf(out, ...pairOf(...versions, '2.0')), ...documents, list, rulesFile],
    ...[join(folder, 'hooks.mjs'), ...numbers, side, file],
  ]);
  if (failure !== undefined) return { calls: 0, failures: [`${side} clients: ${failure}`], reached: [] };
  /** @type {import('../checks/converted/check-directions.mjs').DirectionResult} */
  const { failures, ...result } = JSON.parse(readFileSync(file, 'utf8'));
  return {
    ...result,
    failures: failures.map(({ operation, reason, detail }) => `${side} client, ${operation}: ${reason}: ${detail}`),
  };
}
