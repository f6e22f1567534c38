/** Names in packages other than those of the documents. */

/**
 * New names by present ones. A name may contain one `*`, which stands for any characters, and for the same characters in the
 * new name. The first entry that matches a name decides.
 */
export type Renames = Readonly<Record<string, string>>;

export interface NameRules {
  /** The names of schemas: `{ "Legacy*": "*" }`. */
  readonly schemas?: Renames;
  /** The operation IDs, by operation ID or by method and path: `{ "GET /pets/{id}": "petGet" }`. */
  readonly operations?: Renames;
  /** The tags, which name the groups of operations: `{ "pets (public)": "pets" }`. */
  readonly tags?: Renames;
}
