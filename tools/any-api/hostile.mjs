/** Gives hostile and broken inputs to the packed generator: `node tools/any-api/hostile.mjs --help`. */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { usage } from '../run/entry.mjs';
import { markdownTable } from '../run/markdown-table.mjs';
import { loadCases } from './hostile/cases.mjs';
import { installPacked } from './hostile/packed.mjs';
import { runBroken, runHostile } from './hostile/run.mjs';
import { writeResult } from '../run/result.mjs';

usage(`
Usage: node tools/any-api/hostile.mjs [--seed S] [--broken N] [--write]

Packs the generator, unpacks it into an empty folder, and gives it hostile documents, overlays and pairs, and broken inputs. The exit
code is 1 if one of them takes more than 5 CPU seconds or 500 MB, or prints a stack.

  --seed S     the seed of the broken inputs; by default a random one
  --broken N   their number; by default 2000
  --write      write the result into the README of this folder`);

const maxSeconds = 5;
const maxMegabytes = 500;

const { values } = parseArgs({
  options: { seed: { type: 'string' }, broken: { type: 'string' }, write: { type: 'boolean' } },
});
const seed = Number(values.seed ?? randomInt(2 ** 31));
const count = Number(values.broken ?? 2000);
const folder = mkdtempSync(join(tmpdir(), 'lading-hostile-'));
try {
  installPacked(folder);
  const { hostileCases, sampleOf, stackLine } = await loadCases(folder);
  const results = [];
  for (const [name, caseOf] of hostileCases()) {
    const result = { name, ...runHostile(folder, caseOf()) };
    process.stdout.write(`${result.seconds.toFixed(1)} s, ${result.megabytes.toFixed(0)} MB: ${name}\n`);
    results.push(result);
  }
  const stacks = await runBroken(folder, sampleOf(count, seed), stackLine);
  const limited = results.filter((each) => !(each.seconds <= maxSeconds && each.megabytes <= maxMegabytes));
  const withStack = results.filter((each) => each.hasStack);
  const report = reportOf(results, limited, withStack, stacks);
  process.stdout.write(`\n${report}\n`);
  if (values.write) writeResult(new URL('./README.md', import.meta.url), 'hostile', report);
  process.exitCode = limited.length + withStack.length + stacks.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * @param {readonly import('./hostile/run.mjs').HostileResult[]} results
 * @param {readonly import('./hostile/run.mjs').HostileResult[]} limited
 * @param {readonly import('./hostile/run.mjs').HostileResult[]} withStack
 * @param {readonly string[]} stacks
 */
function reportOf(results, limited, withStack, stacks) {
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds)[0];
  const largest = [...results].sort((a, b) => b.megabytes - a.megabytes)[0];
  const kinds = ['generate', 'apply', 'diff'].map((command) => {
    const all = results.filter((each) => each.command === command);
    const most = (/** @type {(each: (typeof all)[number]) => number} */ value) => Math.max(...all.map(value));
    return [
      `\`${command}\``,
      String(all.length),
      most(({ seconds }) => seconds).toFixed(1),
      most(({ megabytes }) => megabytes).toFixed(0),
      String(all.filter((each) => limited.includes(each)).length),
      String(all.filter(({ hasStack }) => hasStack).length),
    ];
  });
  const table = markdownTable(
    [
      { title: 'command' },
      ...['kinds', 'most CPU s', 'most MB', 'beyond a limit', 'stacks'].map((title) => ({
        title,
        align: /** @type {const} */ ('right'),
      })),
    ],
    kinds,
  );
  return [
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, seed ${seed}.`,
    table,
    `The slowest: ${slowest?.name}. The largest: ${largest?.name}. Of ${count} runs over broken inputs, ${stacks.length} printed a stack.`,
    ...[...limited, ...withStack].map(({ name }) => `- ${name}`),
    ...stacks.map((each) => `- ${each}`),
  ].join('\n\n');
}
