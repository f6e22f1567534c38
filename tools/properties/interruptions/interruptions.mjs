// Interrupts commands at the system calls that write: `node tools/properties/interruptions/interruptions.mjs --help`.
import { commandsWith, serveDocuments } from './commands.mjs';
import { interruptAll } from './interrupt-all.mjs';
import { startRegistry } from './registry.mjs';
import { assertStrace } from './strace.mjs';
import { join } from 'node:path';
import { runCommand } from '../../run/commands.mjs';
import { markdownTable, right } from '../../run/markdown-table.mjs';
import { rowsOf, writeResult } from '../../run/result.mjs';

const readme = join(import.meta.dirname, 'README.md');
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
  const rows = rowsOf(readme, 'results');
  const date = new Date().toISOString().slice(0, 10);
  for (const { name, calls, requests, interruptions, former, latter, completed, failures } of results) {
    const cells = [calls, requests, interruptions, former, latter, completed, failures.length].map(String);
    rows.set(`\`${name}\``, [`\`${name}\``, date, ...cells]);
  }
  const figures = ['Calls', 'Requests', 'Interruptions', 'Former content', 'New content', 'Completed by the next run'];
  writeResult(
    readme,
    'results',
    markdownTable(['Command', 'Date', ...right(...figures, 'Failures')], [...rows.values()]),
  );
}

const faults = ['SIGKILL', 'ENOSPC', 'EROFS', 'EIO'];

await runCommand('tools/properties/interruptions/interruptions.mjs', {
  about: `Runs each command that writes, and interrupts it at one of its system calls that write, once for each of them: by SIGKILL, and by an
error. Then the files have their former or their new content, and the next run completes the new one. Needs strace.`,
  names: 'COMMAND',
  options: {
    fault: ['NAME…', `only this one of ${faults.join(', ')} (repeatable)`],
    every: ['N', 'every N-th call only, another one for each fault', 1, 1],
    path: ['TEXT', 'only calls whose path contains this, and no requests'],
  },
  page: readme,
  async run({ names, fault, every, path }) {
    assertStrace();
    const registry = await startRegistry();
    const documents = await serveDocuments();
    try {
      const commands = commandsWith(registry.url, documents.url);
      const unknown = names.find((/** @type {string} */ name) => !Object.hasOwn(commands, name));
      if (unknown !== undefined)
        throw new Error(`There is no command ${unknown}: ${Object.keys(commands).join(', ')}.`);
      const results = [];
      for (const [name, command] of Object.entries(commands)) {
        if (names.length > 0 && !names.includes(name)) continue;
        const result = await interruptAll(name, command, { faults: fault ?? faults, every, path, registry });
        console.log(lineOf(result));
        results.push(result);
      }
      const failed = results.some(({ failures }) => failures.length > 0);
      return { json: results, failed, write: () => writeResults(results) };
    } finally {
      await registry.stop();
      await documents.stop();
    }
  },
});
