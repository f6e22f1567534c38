/** A minimal shell: sequences of commands, quotes, variables, loops, redirections. */
import { resolvePath } from '../files/paths.js';
import { splitCommands, wordsOf, type Command } from './commands.js';
import type { ProcessContext } from './process.js';
import { runProgram } from './programs.js';
import { RedirectedProcess } from './redirected-process.js';

/** Thrown to end the shell. */
class Exit {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

/** Runs `sh`, interactive on a terminal, or `sh -c SCRIPT`. */
export async function runShell(process: ProcessContext, words: readonly string[]): Promise<number> {
  const at = words.findIndex((word) => /^-\w*c$/.test(word));
  try {
    if (at >= 0) return await runCommands(process, splitCommands(words[at + 1] ?? ''), 0);
    return await readCommands(process);
  } catch (error) {
    if (error instanceof Exit) return error.code;
    throw error;
  }
}

async function readCommands(process: ProcessContext): Promise<number> {
  const { tty } = process.options;
  let code = 0;
  for (;;) {
    if (tty) await process.write('stdout', `${process.folder} # `);
    const line = await process.readLine();
    if (line === undefined) return code;
    code = await runCommands(process, splitCommands(line), code);
  }
}

async function runCommands(
  process: ProcessContext,
  commands: readonly Command[],
  lastExitCode: number,
): Promise<number> {
  let code = lastExitCode;
  for (const command of commands) {
    await runTraps(process);
    if (process.signal.aborted) return code;
    if ((command.when === 'success' && code !== 0) || (command.when === 'failure' && code === 0)) continue;
    code = await runCommand(process, command, code);
  }
  await runTraps(process);
  return code;
}

/** Runs pending traps, which shells do between two commands. */
async function runTraps(process: ProcessContext): Promise<void> {
  for (let signal = process.pendingTraps.shift(); signal !== undefined; signal = process.pendingTraps.shift()) {
    await runCommands(process, splitCommands(process.traps.get(signal) ?? ''), 0);
  }
}

async function runCommand(process: ProcessContext, command: Command, lastExitCode: number): Promise<number> {
  if (command.loop !== undefined) {
    const { condition, body } = command.loop;
    let code = 0;
    while (!process.signal.aborted && (await runCommands(process, condition, 0)) === 0) {
      code = await runCommands(process, body, 0);
      // Yields to other processes.
      await new Promise((resolve) => setImmediate(resolve));
    }
    return code;
  }
  const { words, output } = wordsOf(command.text, (name) =>
    name === '?' ? String(lastExitCode) : process.variables.get(name),
  );
  if (words[0] === 'exec') words.shift();
  const [name, ...rest] = words;
  if (name === undefined) return 0;
  const assignment = /^(\w+)=([^]*)$/.exec(name);
  if (assignment !== null && rest.length === 0) {
    process.assign(assignment[1] ?? '', assignment[2] ?? '');
    return 0;
  }
  return output === undefined
    ? runBuiltIn(process, name, rest, lastExitCode)
    : runRedirected(process, output, name, rest, lastExitCode);
}

function setTrap(process: ProcessContext, [script = '-', ...signals]: readonly string[]): void {
  for (const signal of signals.map((each) => each.replace(/^SIG/, ''))) {
    process.ignored.delete(signal);
    process.traps.delete(signal);
    if (script === '') process.ignored.add(signal);
    else if (script !== '-') process.traps.set(signal, script);
  }
}

async function runRedirected(
  process: ProcessContext,
  output: string,
  name: string,
  rest: string[],
  lastExitCode: number,
): Promise<number> {
  const redirectedProcess = new RedirectedProcess(process, output);
  const code = await runBuiltIn(redirectedProcess, name, rest, lastExitCode);
  redirectedProcess.save();
  return code;
}

async function runBuiltIn(
  process: ProcessContext,
  name: string,
  words: string[],
  lastExitCode: number,
): Promise<number> {
  switch (name) {
    case 'exit':
      throw new Exit(words[0] === undefined ? lastExitCode : Number(words[0]));
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
