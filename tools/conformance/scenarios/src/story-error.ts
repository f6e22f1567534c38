/** A story that cannot be told: which, where, and what to do. */
export class StoryError extends Error {
  override readonly name = 'StoryError';
  constructor(
    readonly file: string,
    readonly place: string,
    readonly fault: string,
  ) {
    super(`${file}, ${place}: ${fault}`);
  }
}
