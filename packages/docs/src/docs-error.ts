/** What went wrong while the site was made: what it is about, where, and what helps. */
export class DocsError extends Error {
  override readonly name = 'DocsError';
}
