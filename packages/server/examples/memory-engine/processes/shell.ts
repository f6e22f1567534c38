/** A shell that is enough for examples: commands one after the other, quotes, variables, loops, redirections. */
import { resolvePath } from '../files/paths.js';
import { splitCommands, wordsOf, type Command } from './commands.js';
import type { Running } from './process.js';
import { runProgram } from './programs.js';
import { Redirected } from './redirected.js';

/** Tells the shell to end. */
class Exit {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

/** `sh`, interactive on a terminal, or `sh -c SCRIPT`. */
export async function runShell(process: Running, words: readonly string[]): Promise<number> {
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  try {
    if (at >= 0) return await runCommands(process, splitCommands(words[at + 1] ?? ''), 0);
    return await readCommands(process);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

async function readCommands(process: Running): Promise<number> {
  const { tty } = process.options;
  let code = 0;
  for (;;) {
    if (tty) await process.write('stdout', `${process.folder} # `);
    const line = await process.readLine();
    if (line === undefined) return code;
    code = await runCommands(process, splitCommands(line), code);
  }
}

async function runCommands(process: Running, commands: readonly Command[], before: number): Promise<number> {
  let code = before;
  for (const command of commands) {
    await runTraps(process);
    if (process.signal.aborted) return code;
    if ((command.when === 'success' && code !== 0) || (command.when === 'failure' && code === 0)) continue;
    code = await runCommand(process, command, code);
  }
  await runTraps(process);
  return code;
}

/** Between two commands, as shells do. */
async function runTraps(process: Running): Promise<void> {
  for (let signal = process.trapped.shift(); signal !== undefined; signal = process.trapped.shift()) {
    await runCommands(process, splitCommands(process.traps.get(signal) ?? ''), 0);
  }
}

async function runCommand(process: Running, command: Command, before: number): Promise<number> {
  if (command.loop !== undefined) {
    const { condition, body } = command.loop;
    let code = 0;
    while (!process.signal.aborted && (await runCommands(process, condition, 0)) === 0) {
      code = await runCommands(process, body, 0);
      // Others want to run as well.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return code;
  }
  const { words, output } = wordsOf(command.text, (name) =>
    name === '?' ? String(before) : process.variables.get(name),
  );
  if (words[0] === 'exec') words.shift();
  const [name, ...rest] = words;
  if (name === undefined) return 0;
  const assigned = /^(\w+)=([^]*)$/.exec(name);
  if (assigned !== null && rest.length === 0) {
    process.assign(assigned[1] ?? '', assigned[2] ?? '');
    return 0;
  }
  return output === undefined ? builtIn(process, name, rest, before) : redirected(process, output, name, rest, before);
}

function setTrap(process: Running, [script = '-', ...signals]: readonly string[]): void {
  for (const signal of signals.map((each) => each.replace(/^SIG/, ''))) {
    process.ignored.delete(signal);
    process.traps.delete(signal);
    if (script === '') process.ignored.add(signal);
    else if (script !== '-') process.traps.set(signal, script);
  }
}

async function redirected(
  process: Running,
  output: string,
  name: string,
  rest: string[],
  before: number,
): Promise<number> {
  const other = new Redirected(process, output);
  const code = await builtIn(other, name, rest, before);
  other.save();
  return code;
}

async function builtIn(process: Running, name: string, words: string[], before: number): Promise<number> {
  switch (name) {
    case 'exit':
      throw new Exit(words[0] === undefined ? before : Number(words[0]));
    case ':':
      return 0;
    case 'cd':
      process.folder = resolvePath(words[0] ?? '/', process.folder);
      return 0;
    case 'trap':
      setTrap(process, words);
      return 0;
    case 'read': {
      const line = await process.readLine();
      process.assign(words.at(-1) ?? 'REPLY', (line ?? '').trim());
      return line === undefined ? 1 : 0;
    }
    case 'export':
    case 'set':
      return 0;
    case 'sh':
      return runShell(process, words);
    default:
      return runProgram(process, name, words);
  }
}
