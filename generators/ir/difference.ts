/** A named difference between two versions, which groups actions and rules of an overlay. */
export interface Difference {
  /** `df-parent` */
  readonly id: string;
  /** The descriptions of its actions, a sentence each. */
  readonly descriptions: readonly string[];
  /** Those of the actions that change more than prose: what is different for users. */
  readonly effects: readonly string[];
  /** The properties that its actions change: `BuildCache.Parent`. */
  readonly properties: readonly string[];
}
