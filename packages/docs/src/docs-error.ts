/** An error of the site's build that the user can fix. The message names the file or package and the remedy. */
export class DocsError extends Error {
  override readonly name = 'DocsError';
}
