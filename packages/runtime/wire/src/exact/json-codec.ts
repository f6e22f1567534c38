/** Parses and serializes JSON for a client. */
export interface JsonCodec {
  /** @param operation whose response is parsed */
  readonly parse: (text: string, operation: string) => unknown;
  readonly stringify: (value: unknown) => string;
}
