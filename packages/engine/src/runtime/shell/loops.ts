/** Runs loops. */
import type { ArithmeticFor, CompoundList, For, While } from 'unbash';
import type { RunningShell } from './run-program.js';
import { Leave, type ShellState } from './shell-state.js';

export async function runFor(shell: RunningShell, { name, wordlist, body }: For): Promise<number> {
  const values = wordlist === undefined ? shell.state.args : await shell.expander.words(wordlist);
  let code = 0;
  for (const value of values) {
    shell.state.assign(name.value, value);
    const left = await runBody(shell, body);
    code = shell.state.exitCode;
    if (left) break;
  }
  return code;
}

/** Runs `for ((i = 0; i < 3; i++))`. */
export async function runCount(shell: RunningShell, { pos, body }: ArithmeticFor): Promise<number> {
  const head = shell.state.source.slice(pos, body.pos);
  const [, start = '', test = '', next = ''] = /^for\s*\(\((.*?);(.*?);(.*?)\)\)\s*(?:;|\bdo\b|\{)/s.exec(head) ?? [];
  await shell.expander.evaluate(start);
  let code = 0;
  while (test.trim() === '' || (await shell.expander.evaluate(test)) !== 0n) {
    await giveTurn(shell.state);
    const left = await runBody(shell, body);
    code = shell.state.exitCode;
    if (left) break;
    await shell.expander.evaluate(next);
  }
  return code;
}

export async function runWhile(shell: RunningShell, { kind, clause, body }: While): Promise<number> {
  let code = 0;
  for (;;) {
    await giveTurn(shell.state);
    const isTrue = (await shell.state.expecting(() => shell.statements(clause.commands))) === 0;
    if (isTrue !== (kind === 'while')) return code;
    const left = await runBody(shell, body);
    code = shell.state.exitCode;
    if (left) return code;
  }
}

/** Gives other processes their turn. */
async function giveTurn(state: ShellState): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  if (state.process.killed.aborted) throw new Leave('exit', state.exitCode);
}

/** @returns whether the loop ends */
async function runBody(shell: RunningShell, body: CompoundList): Promise<boolean> {
  shell.state.loops += 1;
  try {
    await shell.statements(body.commands);
    return false;
  } catch (error) {
    if (!(error instanceof Leave) || (error.from !== 'break' && error.from !== 'continue')) throw error;
    error.count -= 1;
    if (error.count > 0) throw error;
    shell.state.exitCode = 0;
    return error.from === 'break';
  } finally {
    shell.state.loops -= 1;
  }
}
