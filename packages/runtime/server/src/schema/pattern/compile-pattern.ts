/** Compiles the syntax tree of a regular expression to instructions. */
import type { AssertionSyntax, Syntax } from './syntax.js';

export type Instruction =
  /** Continues with the next instruction if the character fits. */
  | { readonly kind: 'character'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'assertion'; readonly at: AssertionSyntax['at'] }
  /** Continues with each of several instructions. */
  | { readonly kind: 'jump'; readonly to: readonly number[] }
  | { readonly kind: 'end' };

/** Repetitions with a large minimum or maximum are written out, so that an expression may become long. */
const maxInstructions = 5000;

/** Returns the instructions; undefined if there are too many. @param flags those of the characters */
export function compilePattern(syntax: Syntax, flags: string): readonly Instruction[] | undefined {
  const instructions: Instruction[] = [];
  const fitsCache = new Map<string, (code: number) => boolean>();

  const add = (part: Syntax): void => {
    if (instructions.length > maxInstructions) return;
    switch (part.kind) {
      case 'character': {
        const fits = fitsCache.get(part.source) ?? characterTest(part.source, flags);
        fitsCache.set(part.source, fits);
        instructions.push({ kind: 'character', fits });
        return;
      }
      case 'assertion':
        instructions.push(part);
        return;
      case 'concatenation':
        part.parts.forEach(add);
        return;
      case 'alternation':
        addAlternation(part.options);
        return;
      case 'repetition':
        addTimes(part.of, part.min);
        if (part.max === Infinity) addLoop(part.of);
        else addOptional(part.of, part.max - part.min);
    }
  };

  const addTimes = (of: Syntax, times: number): void => {
    for (let count = 0; count < times && instructions.length <= maxInstructions; count += 1) {
      const start = instructions.length;
      add(of);
      // What has no instructions has none either if it is repeated, however often.
      if (instructions.length === start) return;
    }
  };

  const addAlternation = (options: readonly Syntax[]): void => {
    const start = instructions.push({ kind: 'jump', to: [] }) - 1;
    const starts: number[] = [];
    const ends: number[] = [];
    for (const option of options) {
      starts.push(instructions.length);
      add(option);
      ends.push(instructions.push({ kind: 'jump', to: [] }) - 1);
    }
    instructions[start] = { kind: 'jump', to: starts };
    for (const end of ends) instructions[end] = { kind: 'jump', to: [instructions.length] };
  };

  const addLoop = (of: Syntax): void => {
    const start = instructions.push({ kind: 'jump', to: [] }) - 1;
    add(of);
    instructions.push({ kind: 'jump', to: [start] });
    instructions[start] = { kind: 'jump', to: [start + 1, instructions.length] };
  };

  const addOptional = (of: Syntax, times: number): void => {
    const starts: number[] = [];
    for (let count = 0; count < times && instructions.length <= maxInstructions; count += 1) {
      starts.push(instructions.push({ kind: 'jump', to: [] }) - 1);
      add(of);
    }
    for (const start of starts) instructions[start] = { kind: 'jump', to: [start + 1, instructions.length] };
  };

  add(syntax);
  instructions.push({ kind: 'end' });
  return instructions.length > maxInstructions ? undefined : instructions;
}

/** Returns the test for one character, which JavaScript's matcher decides; it remembers the result for ASCII. */
function characterTest(source: string, flags: string): (code: number) => boolean {
  const expression = new RegExp(`^(?:${source})`, flags);
  const ascii: (boolean | undefined)[] = [];
  return (code) => {
    if (code >= 128) return expression.test(String.fromCodePoint(code));
    return (ascii[code] ??= expression.test(String.fromCodePoint(code)));
  };
}
