import type { ProblemCode } from './codes.js';
import { withPrintableUrls } from './printable-url.js';

/** An error as data: a code, and one sentence of subject, place and remedy. */
export interface Problem {
  /** The stable identifier, listed in `codes.ts`. */
  readonly code: ProblemCode;
  /** What is wrong, without a full stop. */
  readonly subject: string;
  /** Where it is: a file, with a JSON pointer after `#`, or an action of an overlay. */
  readonly place: string;
  /** How to correct it, without a full stop. */
  readonly remedy: string;
  /** The parts of a problem that occurs several times. */
  readonly items?: readonly ProblemItem[];
}

/** One occurrence of a problem, with further properties for programs. */
export interface ProblemItem extends Omit<Problem, 'code' | 'items'> {
  readonly [property: string]: unknown;
}

/** The error of every stage of the pipeline. Nothing has been written when it is thrown. */
export class LadingError extends Error {
  override readonly name = 'LadingError';

  readonly problem: Problem;

  constructor({ code, subject, place, remedy, items }: Problem) {
    // A place may be a target of an overlay or a reference, which are as long as their author likes.
    const short = {
      code,
      subject: shortened(withPrintableUrls(subject), 1200),
      place: shortened(withPrintableUrls(place), 500),
      remedy,
    };
    const problem = { ...short, ...(items !== undefined && { items: items.map(printableItem) }) };
    super(sentence(problem));
    this.problem = problem;
  }

  /** Also matches an error of another copy of this module: a custom emitter may load its own copy of the package. */
  static override [Symbol.hasInstance](value: unknown): value is LadingError {
    return value instanceof Error && value.name === 'LadingError' && 'problem' in value;
  }
}

/**
 * Returns `CODE: subject (place). Remedy.`, and a line for each item. Control characters are escaped, because it may contain text
 * of a document.
 */
export function sentence({ code, subject, place, remedy, items = [] }: Problem): string {
  const first = printable(`${code}: ${subject} (${place}). ${remedy}${items.length === 0 ? '.' : ':'}`);
  return [first, ...items.map((item) => printable(`  - ${item.subject} (${item.place}); ${item.remedy}`))].join('\n');
}

function printableItem(item: ProblemItem): ProblemItem {
  return { ...item, subject: withPrintableUrls(item.subject), place: withPrintableUrls(item.place) };
}

const LONGEST = 2000;

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function printable(text: string): string {
  const shown = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return shortened(shown, LONGEST);
}
