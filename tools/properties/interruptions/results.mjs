// The table of results in the README of this folder: the newest result of each command.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(import.meta.dirname, 'README.md');
const [begin, end] = ['<!-- results: written by --write -->\n', '<!-- end of results -->'];

/** @typedef {import('./interrupt-all.mjs').CommandResult} CommandResult */

/** @param {CommandResult} result */
export function lineOf({ name, interruptions, former, latter, completed, failures }) {
  return `${name}: ${interruptions} interruptions, ${former} former, ${latter} new, ${completed} completed, ${failures.length} failures`;
}

/** @param {readonly CommandResult[]} results */
export function writeResults(results) {
  const [before = '', rest = ''] = readFileSync(readme, 'utf8').split(begin);
  const [table = '', after = ''] = rest.split(end);
  const rows = new Map([...table.matchAll(/^\| `(\S+)`.*$/gm)].map(([row, name = '']) => [name, row]));
  const date = new Date().toISOString().slice(0, 10);
  for (const { name, calls, requests, interruptions, former, latter, completed, failures } of results) {
    const cells = [calls, requests, interruptions, former, latter, completed, failures.length];
    rows.set(name, `| \`${name}\` | ${date} | ${cells.join(' | ')} |`);
  }
  const head = [
    '| Command | Date | Calls | Requests | Interruptions | Former content | New content | Completed by the next run | Failures |',
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  ];
  writeFileSync(readme, `${before}${begin}\n${[...head, ...rows.values()].join('\n')}\n\n${end}${after}`);
}
