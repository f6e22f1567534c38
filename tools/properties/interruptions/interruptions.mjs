// Interrupts commands at the system calls that write: `node tools/properties/interruptions/interruptions.mjs --help`.
import { parseArgs } from 'node:util';
import { usage } from '../../run/entry.mjs';
import { commandsWith, serveDocuments } from './commands.mjs';
import { interruptAll } from './interrupt-all.mjs';
import { startRegistry } from './registry.mjs';
import { lineOf, writeResults } from './results.mjs';
import { assertStrace } from './strace.mjs';

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
