/** An invalid scenario file: which file, where in it, and what is wrong. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  constructor(
    readonly file: string,
    readonly location: string,
    readonly fault: string,
  ) {
    super(`${file}, ${location}: ${fault}`);
  }
}
