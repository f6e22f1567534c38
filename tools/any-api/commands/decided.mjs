/** Lists the differences of pairs of versions with the rules that decide them, and checks that clients of both versions are served. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { parse } from 'yaml';
import { versionedCopy } from '../checks/check-pair.mjs';
import { limitedRun } from '../checks/limited-run.mjs';
import { writeProject } from '../checks/workspace.mjs';
import { lading, program } from '../places.mjs';
import { decidedMarkdown } from '../report/decided-markdown.mjs';
import { versionedPairs } from '../sample/pairs.mjs';
import { checkMessages } from './converted.mjs';

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
        decided(work, older, newer, join(folder, rules), { seed, requests: calls }),
      ).catch((error) => ({ differences: [], failures: [error.message], calls: 0, reached: 0 }));
      results.push({ name, rules, ...checked });
      for (const failure of checked.failures.slice(0, 20)) progress(`${name}: ${failure}`);
    }
    const failed = results.some(({ failures }) => failures.length > 0);
    return { text: decidedMarkdown(results, heading(`seed ${seed}`)), failed };
  },
};

/** @param {string} work @param {string} older @param {string} newer @param {string} rulesFile @param {{ readonly seed: number, readonly requests: number }} numbers */
async function decided(work, older, newer, rulesFile, numbers) {
  const [before = '', after = ''] = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
  const file = (/** @type {string} */ name) => join(work, name);
  const [overlay, config, list, out] = [
    file('overlay.json'),
    file('lading.config.json'),
    file('list.json'),
    file('out'),
  ];
  const { output } = await ran(lading, 'derive', '--json', before, after);
  writeFileSync(overlay, JSON.stringify(withRules(JSON.parse(output), parse(readFileSync(rulesFile, 'utf8')))));
  const emitters = [['types', { paths: false }], 'client', 'server', 'conversion'];
  writeFileSync(config, JSON.stringify({ documents: [before], overlays: [overlay], emitters, out }));
  await ran(lading, 'generate', '--quiet', '--config', config);
  await ran(program('run-program.mjs'), program('converted/list-differences.mjs'), before, after, overlay, list);
  writeProject(out);
  /** @type {readonly import('../report/decided-markdown.mjs').Difference[]} */
  const differences = JSON.parse(readFileSync(list, 'utf8'));
  const files = { hooks: join(folder, 'hooks.mjs'), rules: rulesFile, differences: list };
  const checks = [];
  for (const side of /** @type {const} */ (['older', 'newer'])) {
    const checked = await checkMessages(out, side, [before, after], '2.0', { ...numbers, decided: files });
    if ('failure' in checked)
      checks.push({ requests: 0, failures: [`${side} clients: ${checked.failure}`], reached: [] });
    else
      checks.push({
        ...checked,
        failures: checked.failures.map(
          ({ operation, reason, detail }) => `${side} client, ${operation}: ${reason}: ${detail}`,
        ),
      });
  }
  const undecided = differences.filter(({ rule }) => rule === 'undecided');
  const failures = [
    ...undecided.map(({ name, direction }) => `undecided: ${name}, ${direction}`),
    ...checks.flatMap((check) => check.failures),
  ];
  const calls = checks.reduce((sum, check) => sum + check.requests, 0);
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
