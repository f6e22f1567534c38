/** An error of the site's build that the user can fix. The message names the file or package and, without `remedy`, the remedy. */
export class DocsError extends Error {
  override readonly name = 'DocsError';
  /** What to do, as a sentence without its full stop. */
  readonly remedy: string | undefined;

  constructor(
    message: string,
    { remedy, cause }: { readonly remedy?: string | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.remedy = remedy;
  }
}
