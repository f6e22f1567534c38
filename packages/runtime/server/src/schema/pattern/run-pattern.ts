/** Runs the instructions of a regular expression on a text, at all positions that they have reached at once. */
import type { AssertionSyntax } from './syntax.js';
import type { Instruction } from './compile-pattern.js';

/** The number of steps after which a text counts as one that does not match: about half a second. */
const maxSteps = 20_000_000;

/** Whether the text contains a match. It takes time in proportion to the length of the text, never more. */
export function runPattern(instructions: readonly Instruction[], text: string): boolean {
  const visited = new Int32Array(instructions.length).fill(-1);
  let waiting: number[] = [];
  let steps = 0;
  let previous: number | undefined;
  for (let index = 0; index <= text.length;) {
    const code = text.codePointAt(index);
    const reached: number[] = [];
    // A match may begin at every position.
    const open = [0, ...waiting];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (visited[next] === index) continue;
      visited[next] = index;
      steps += 1;
      const instruction = instructions[next] as Instruction;
      if (instruction.kind === 'end') return true;
      if (instruction.kind === 'character') reached.push(next);
      else if (instruction.kind === 'jump') open.push(...instruction.to);
      else if (holds(instruction.at, previous, code)) open.push(next + 1);
    }
    if (code === undefined || steps > maxSteps) return false;
    waiting = reached.filter((at) => fitsAt(instructions, at, code)).map((at) => at + 1);
    previous = code;
    index += code > 0xffff ? 2 : 1;
  }
  return false;
}

function fitsAt(instructions: readonly Instruction[], at: number, code: number): boolean {
  const instruction = instructions[at];
  return instruction?.kind === 'character' && instruction.fits(code);
}

function holds(at: AssertionSyntax['at'], before: number | undefined, after: number | undefined): boolean {
  if (at === '^') return before === undefined;
  if (at === '$') return after === undefined;
  return (isWord(before) !== isWord(after)) === (at === '\\b');
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && /\w/.test(String.fromCodePoint(code));
}
