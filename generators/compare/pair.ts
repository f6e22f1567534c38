/** Two things compared with each other: what was found, and the pairs inside them. */
import type { Change, ChangeSubject, Direction } from '../ir/index.js';
import type { Effect } from './breaking-changes.js';
import type { Position } from './positions.js';

export class Pair {
  readonly findings: Finding[] = [];
  /** Pairs that these two refer to: whatever operation carries this pair carries those. */
  readonly parts = new Set<Pair>();
  /** Operations whose requests carry it. */
  readonly requests = new Set<string>();
  /** Operations whose responses carry it. */
  readonly responses = new Set<string>();
}

/** A change, but for the operations that carry it: those are known when everything has been compared. */
export interface Finding extends Pick<Change, 'kind' | 'subject' | 'place' | 'before' | 'after'> {
  readonly effect: Effect;
  readonly say: (reach: Reach) => string;
}

/** Who carries a change. */
export interface Reach {
  readonly operations: readonly string[];
  readonly direction: Direction;
}

/** The position that is being compared. */
export interface At extends Position {
  readonly pair: Pair;
  readonly subject: ChangeSubject;
  /** The content of a body or answer: an inline shape here is called by its own name. */
  readonly content?: true;
}
