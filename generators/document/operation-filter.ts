/** The selection of the operations that are generated. */

/** Patterns of operations. `*` stands for any characters but `/`, and `**` for any characters. */
export interface OperationPatterns {
  /** The tags. */
  readonly tags?: readonly string[];
  /** The path templates, and the names of webhooks: `/repos/**`. */
  readonly paths?: readonly string[];
  /** The operation IDs, or method and path: `GET /repos/{owner}/{repo}`. */
  readonly ids?: readonly string[];
}

/** Which operations are generated: those that `include` matches, without those that `exclude` matches. */
export interface OperationFilter {
  /** By default every operation. */
  readonly include?: OperationPatterns;
  /** By default none. */
  readonly exclude?: OperationPatterns & {
    /** Whether deprecated operations are left out. @default false */
    readonly deprecated?: boolean;
  };
}
