/** Compiles the syntax tree of a regular expression to instructions. */
import { reversed, type AssertionSyntax, type LookaroundSyntax, type Syntax } from './syntax.js';

export type Instruction =
  /** Continues with the next instruction if the character fits. */
  | { readonly kind: 'character'; readonly fits: (code: number) => boolean }
  | { readonly kind: 'assertion'; readonly at: AssertionSyntax['at'] }
  | LookaroundInstruction
  /** Continues with each of several instructions. */
  | { readonly kind: 'jump'; readonly to: readonly number[] }
  | { readonly kind: 'end' };

/** Continues where the text after or before a position matches, or does not. Looking ahead, the instructions read backwards. */
export interface LookaroundInstruction {
  readonly kind: 'lookaround';
  readonly instructions: readonly Instruction[];
  readonly isBehind: boolean;
  readonly isNegated: boolean;
}

/** Repetitions with a large minimum or maximum are written out, so that an expression may become long. */
const maxInstructions = 5000;

/** Returns the instructions; undefined if there are too many. @param flags those of the characters */
export function compilePattern(syntax: Syntax, flags: string): readonly Instruction[] | undefined {
  const context: Context = { flags, fitsCache: new Map(), lookarounds: new Map(), inner: 0 };
  const instructions = instructionsOf(syntax, context);
  return instructions.length + context.inner > maxInstructions ? undefined : instructions;
}

interface Context {
  readonly flags: string;
  readonly fitsCache: Map<string, (code: number) => boolean>;
  readonly lookarounds: Map<LookaroundSyntax, LookaroundInstruction>;
  /** The number of instructions within lookarounds. */
  inner: number;
}

/** @returns those before the maximum if there are too many */
function instructionsOf(syntax: Syntax, context: Context): readonly Instruction[] {
  const { flags, fitsCache, lookarounds } = context;
  const instructions: Instruction[] = [];

  const add = (part: Syntax): void => {
    if (instructions.length + context.inner > maxInstructions) return;
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
      case 'lookaround': {
        const lookaround = lookarounds.get(part) ?? lookaroundOf(part, context);
        lookarounds.set(part, lookaround);
        instructions.push(lookaround);
        return;
      }
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
  return instructions;
}

function lookaroundOf({ of, isBehind, isNegated }: LookaroundSyntax, context: Context): LookaroundInstruction {
  const instructions = instructionsOf(isBehind ? of : reversed(of), context);
  context.inner += instructions.length;
  return { kind: 'lookaround', instructions, isBehind, isNegated };
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
