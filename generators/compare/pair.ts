/** Two values that are compared with each other: the findings, and the pairs inside them. */
import type { Change, ChangeSubject, Direction } from '../ir/index.js';
import type { Effect } from './breaking-changes.js';
import type { Position } from './positions.js';

export class ComparedPair {
  readonly findings: ComparisonFinding[] = [];
  /** Pairs that these two refer to. An operation that contains this pair contains those. */
  readonly parts = new Set<ComparedPair>();
  /** The operations whose requests contain it. */
  readonly requests = new Set<string>();
  /** The operations whose responses contain it. */
  readonly responses = new Set<string>();
}

/** A change without its operations, which are known when everything has been compared. */
export interface ComparisonFinding extends Pick<
  Change,
  'kind' | 'subject' | 'place' | 'before' | 'after' | 'constraints'
> {
  readonly effect: Effect;
  readonly say: (reach: Reach) => string;
}

/** The operations that a change concerns. */
export interface Reach {
  readonly operations: readonly string[];
  readonly direction: Direction;
}

/** The position that is being compared. */
export interface ComparedPosition extends Position {
  readonly pair: ComparedPair;
  readonly subject: ChangeSubject;
  /** The content of a body or a response: an inline schema in it is named after this position. */
  readonly content?: true;
}
