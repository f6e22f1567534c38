import type { ProblemCode } from './codes.js';

/** What went wrong, for a person and for a machine: a code, and one sentence of subject, place and remedy. */
export interface Problem {
  /** Stable identifier, listed in `codes.ts`. */
  readonly code: ProblemCode;
  /** What is wrong, without a full stop. */
  readonly subject: string;
  /** Where: a file, a JSON pointer behind `#`, an action of an overlay. */
  readonly place: string;
  /** What the reader can do about it, without a full stop. */
  readonly remedy: string;
}

/** Thrown by every stage of the pipeline; nothing has been written when it is. */
export class LadingError extends Error {
  override readonly name = 'LadingError';

  constructor(readonly problem: Problem) {
    super(sentence(problem));
  }

  /** Also matches an error of another copy of this module: a custom emitter may load its own copy of the package. */
  static override [Symbol.hasInstance](value: unknown): value is LadingError {
    return value instanceof Error && value.name === 'LadingError' && 'problem' in value;
  }
}

/** `CODE: subject (place). Remedy.` with control characters made visible: a document's text may be in it. */
export function sentence(problem: Problem): string {
  return printable(`${problem.code}: ${problem.subject} (${problem.place}). ${problem.remedy}.`);
}

const LONGEST = 2000;

function printable(text: string): string {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return shown.length > LONGEST ? `${shown.slice(0, LONGEST)}…` : shown;
}
