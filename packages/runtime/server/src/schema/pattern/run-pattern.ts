/** Runs the instructions of a regular expression on a text, at all positions that they have reached at once. */
import type { AssertionSyntax } from './syntax.js';
import type { Instruction, LookaroundInstruction } from './compile-pattern.js';

/** The number of steps after which a text counts as one that does not match: about half a second. */
const maxSteps = 20_000_000;

/** Whether the text contains a match. It takes time in proportion to the length of the text, never more. */
export function runPattern(instructions: readonly Instruction[], text: string): boolean {
  const run = new PatternRun(text);
  let isFound = false;
  run.eachEnd(instructions, false, () => (isFound = true));
  return isFound && !run.isExhausted;
}

class PatternRun {
  #steps = 0;
  /** The positions at which each lookaround matches. */
  readonly #matched = new Map<LookaroundInstruction, Uint8Array>();

  constructor(private readonly text: string) {}

  get isExhausted(): boolean {
    return this.#steps > maxSteps;
  }

  /**
   * Calls `visit` with each position at which a match ends, wherever it begins, until `visit` returns true.
   *
   * @param isBackward whether the instructions read the text from its end to its beginning
   */
  eachEnd(instructions: readonly Instruction[], isBackward: boolean, visit: (index: number) => boolean): void {
    const { text } = this;
    const visited = new Int32Array(instructions.length).fill(-1);
    let waiting: number[] = [];
    for (let index = isBackward ? text.length : 0; ;) {
      const [before, after] = [codeBefore(text, index), text.codePointAt(index)];
      const code = isBackward ? before : after;
      const reached: number[] = [];
      // A match may begin at every position.
      const open = [0, ...waiting];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        if (visited[next] === index) continue;
        visited[next] = index;
        this.#steps += 1;
        const instruction = instructions[next] as Instruction;
        if (instruction.kind === 'end') {
          if (visit(index)) return;
        } else if (instruction.kind === 'character') reached.push(next);
        else if (instruction.kind === 'jump') open.push(...instruction.to);
        else if (
          instruction.kind === 'lookaround' ? this.#holds(instruction, index) : holds(instruction.at, before, after)
        )
          open.push(next + 1);
      }
      if (code === undefined || this.isExhausted) return;
      waiting = reached.filter((at) => fitsAt(instructions, at, code)).map((at) => at + 1);
      const length = code > 0xffff ? 2 : 1;
      index += isBackward ? -length : length;
    }
  }

  #holds(instruction: LookaroundInstruction, index: number): boolean {
    const matched = this.#matched.get(instruction) ?? this.#positions(instruction);
    return (matched[index] === 1) !== instruction.isNegated;
  }

  /** Finds all positions at once, so that a text is read once for each lookaround of the expression. */
  #positions(instruction: LookaroundInstruction): Uint8Array {
    const matched = new Uint8Array(this.isExhausted ? 0 : this.text.length + 1);
    this.#matched.set(instruction, matched);
    this.eachEnd(instruction.instructions, !instruction.isBehind, (index) => {
      matched[index] = 1;
      return false;
    });
    return matched;
  }
}

/** Returns the character that ends at a position. */
function codeBefore(text: string, index: number): number | undefined {
  if (index === 0) return undefined;
  const code = text.codePointAt(index - 2);
  return index > 1 && code !== undefined && code > 0xffff ? code : text.charCodeAt(index - 1);
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
