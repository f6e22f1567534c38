/** A test of a port that every implementation has to pass, for any test runner. */

export interface ConformanceCase<Port> {
  readonly name: string;
  /**
   * @param port a new instance without content
   * @throws AssertionError if the implementation does something else
   */
  readonly run: (port: Port) => Promise<void> | void;
}
