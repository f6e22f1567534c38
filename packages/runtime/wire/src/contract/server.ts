/** The servers of an API. */

export interface Server {
  /** A template with variables: `https://{region}.example.com/v1`; without scheme and host it is relative. */
  readonly url: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

export interface ServerVariable {
  readonly default: string;
  /** The allowed values; absent if any value is allowed. */
  readonly values?: readonly string[];
}
