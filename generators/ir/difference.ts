/** A difference between two versions as people speak of it: the name under which an overlay groups its actions and rules. */
export interface Difference {
  /** `df-parent` */
  readonly id: string;
  /** What its actions say, a sentence each. */
  readonly says: readonly string[];
  /** The members that its actions touch: `BuildCache.Parent`. */
  readonly members: readonly string[];
}
