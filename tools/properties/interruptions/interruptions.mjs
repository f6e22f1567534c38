// Interrupts commands at the system calls that write: `node tools/properties/interruptions/interruptions.mjs --help`.
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { commandsWith, serveDocuments } from './commands.mjs';
import { interruptAll } from './interrupt-all.mjs';
import { startRegistry } from './registry.mjs';
import { assertStrace } from './strace.mjs';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const readme = join(import.meta.dirname, 'README.md');
const [begin, end] = ['<!-- results: written by --write -->\n', '<!-- end of results -->'];

/** @typedef {import('./interrupt-all.mjs').CommandResult} CommandResult */

/**
 * The table of results in the README of this folder: the newest result of each command.
 * @param {CommandResult} result
 */
function lineOf({ name, interruptions, former, latter, completed, failures }) {
  return `${name}: ${interruptions} interruptions, ${former} former, ${latter} new, ${completed} completed, ${failures.length} failures`;
}

/** @param {readonly CommandResult[]} results */
function writeResults(results) {
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

const faults = ['SIGKILL', 'ENOSPC', 'EROFS', 'EIO'];

usage(`
Usage: node tools/properties/interruptions/interruptions.mjs [COMMAND...] [--fault NAME...] [--every N] [--path TEXT]

Runs each command that writes, and interrupts it at one of its system calls that write, once for each of them: by SIGKILL, and by an
error. Then the files have their former or their new content, and the next run completes the new one. Needs strace.

  --fault NAME    only this one of ${faults.join(', ')} (repeatable)
  --every N       every N-th call only, another one for each fault
  --path TEXT     only calls whose path contains this, and no requests
  --write         write the results of these commands into the README of this folder`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: 'string', multiple: true },
    every: { type: 'string' },
    path: { type: 'string' },
    write: { type: 'boolean' },
  },
});

assertStrace();
const registry = await startRegistry();
const documents = await serveDocuments();
try {
  const commands = commandsWith(registry.url, documents.url);
  const unknown = positionals.find((name) => !Object.hasOwn(commands, name));
  if (unknown !== undefined) throw new Error(`There is no command ${unknown}: ${Object.keys(commands).join(', ')}.`);
  const results = [];
  for (const [name, command] of Object.entries(commands)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const every = Number(values.every ?? 1);
    const result = await interruptAll(name, command, {
      faults: values.fault ?? faults,
      every,
      path: values.path,
      registry,
    });
    console.log(lineOf(result));
    if (result.failures.length > 0) process.exitCode = 1;
    results.push(result);
  }
  if (values.write) writeResults(results);
} finally {
  await registry.stop();
  await documents.stop();
}
