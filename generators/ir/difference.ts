/** A named difference between two versions, which groups actions and rules of an overlay. */
export interface Difference {
  /** `df-parent` */
  readonly id: string;
  /** The descriptions of its actions, a sentence each. */
  readonly descriptions: readonly string[];
  /** The properties that its actions change: `BuildCache.Parent`. */
  readonly properties: readonly string[];
}
