/** Lists the differences of pairs of versions with the rules that decide them, and checks that clients of both versions are served. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { versionedCopy } from '../documents/sample.mjs';
import { folder as tool } from '../places.mjs';
import { inProcess } from '../processes/in-process.mjs';
import { convertedEmitters, generate, runLading } from '../workspace/generated.mjs';
import { writeProject } from '../workspace/workspace.mjs';
import { versionedPairs } from './converted.mjs';

/**
 * @typedef {{ name: string, direction: string, rule: string, derived: boolean, places: readonly string[], operations: readonly string[] }} Difference
 * @typedef {{ name: string, rules: string, differences: readonly Difference[], failures: readonly string[], calls: number, reached: number }} DecidedPair
 *   `reached`: differences that a checked message reached
 */

const folder = join(tool, 'decided');

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
    /** @type {DecidedPair[]} */
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

async function decided(work, older, newer, rulesFile, numbers) {
  const documents = [versionedCopy(older, '1.0', work), versionedCopy(newer, '2.0', work)];
  const [overlay, out] = ['overlay.json', 'out'].map((name) => join(work, name));
  const derived = await valueOf(runLading(['derive', '--json', ...documents], documents));
  writeFileSync(overlay, JSON.stringify(withRules(JSON.parse(derived), parse(readFileSync(rulesFile, 'utf8')))));
  await valueOf(generate(out, documents.slice(0, 1), { overlays: [overlay], emitters: convertedEmitters }));
  /** @type {readonly Difference[]} */
  const differences = await valueOf(inProcess('checks/differences.mjs', [...documents, overlay]));
  writeProject(out);
  const files = { hooks: join(folder, 'hooks.mjs'), rules: rulesFile, differences };
  const undecided = differences.filter(({ rule }) => rule === 'undecided');
  const failures = undecided.map(({ name, direction }) => `undecided: ${name}, ${direction}`);
  const reached = new Set();
  let calls = 0;
  for (const side of ['older', 'newer']) {
    const settings = { ...numbers, documents, side, conversion: '2.0', decided: files };
    const { value, failure } = await inProcess('checks/messages.mjs', [out, settings]);
    if (value === undefined) failures.push(`${side} clients: ${failure}`);
    calls += value?.requests ?? 0;
    for (const index of value?.reached ?? []) reached.add(index);
    for (const { operation, reason, detail } of value?.failures ?? [])
      failures.push(`${side} client, ${operation}: ${reason}: ${detail}`);
  }
  return { differences, failures, calls, reached: reached.size };
}

/** The value of a run that must succeed. @param {Promise<import('../processes/in-process.mjs').Run>} run */
async function valueOf(run) {
  const { value, failure } = await run;
  if (failure !== undefined) throw new Error(failure);
  return value;
}

/** Gives an overlay the rules, as those of its first action. */
function withRules({ actions: [first, ...others], ...overlay }, rules) {
  const action = { ...first, 'x-lading-difference': 'decided', 'x-lading-conversion-rules': rules };
  return { ...overlay, extends: basename(overlay.extends), actions: [action, ...others] };
}

const byHook = ['convert', 'hook'];

/** @param {readonly DecidedPair[]} pairs @param {string} head */
function decidedMarkdown(pairs, head) {
  const kindOf = ({ rule, derived }) => (derived ? `derived: ${rule}` : rule);
  const countOf = (some, kind) => some.filter((difference) => kindOf(difference) === kind).length;
  const all = pairs.flatMap(({ differences }) => differences);
  const kinds = [...new Set(all.map(kindOf))].sort((one, other) => countOf(all, other) - countOf(all, one));
  const hooks = all.filter(({ rule }) => byHook.includes(rule)).length;
  const written = all.filter(({ derived }) => !derived).length;
  const row = (title, some) => {
    const differences = some.flatMap((pair) => pair.differences);
    const sum = (of) => some.reduce((total, pair) => total + of(pair), 0);
    const figures = [sum(({ calls }) => calls), sum(({ reached }) => reached), sum(({ failures }) => failures.length)];
    return [title, differences.length, ...kinds.map((kind) => countOf(differences, kind)), ...figures];
  };
  const columns = ['pair', ...right('differences', ...kinds, 'calls', 'differences that they reach', 'failures')];
  const share = all.length === 0 ? 0 : (100 * hooks) / all.length;
  return [
    head,
    `Of ${all.length} differences, schemas decide ${all.length - written}, written rules ${written - hooks}, and conversion hooks ${hooks}: ${share.toFixed(1)} %.`,
    markdownTable(columns, [...pairs.map((pair) => row(`[${pair.name}](${pair.rules})`, [pair])), row('all', pairs)]),
    '## What is written',
    ...pairs.map(writtenOf),
  ].join('\n\n');
}

/** Lists the differences that schemas do not decide, each with its rule. @param {DecidedPair} pair */
function writtenOf({ name, differences }) {
  const rows = differences
    .filter(({ derived }) => !derived)
    .map((each) => [placesText(each), each.direction, byHook.includes(each.rule) ? `**${each.rule}**` : each.rule]);
  return `### ${name}\n\n${markdownTable(['place', 'direction', 'rule'], rows)}`;
}

/** @param {Difference} difference */
function placesText({ places: [first, ...others], operations: [operation, ...more] }) {
  const place = `\`${first || operation}\`${others.length > 0 ? ` and ${others.length} more` : ''}`;
  return first === operation || more.length > 0 || others.length > 0 ? place : `${place} (${operation})`;
}
