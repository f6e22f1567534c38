/** The errors that prevent a release. */

/** The codes of errors that prevent a release. */
type PublishErrorCode =
  | 'NPM_FAILED'
  | 'MANIFEST_INVALID'
  | 'NEEDS_GROUP'
  | 'NO_BUILD'
  | 'NO_CHANGE_ENTRY'
  | 'NO_REPOSITORY'
  | 'RANGE_TOO_OLD'
  | 'REGISTRY_FAILED'
  | 'RELEASED_CHANGED'
  | 'UNKNOWN_GROUP'
  | 'UPLOAD_STOPPED'
  | 'VERSION_TAKEN';

/** An error that prevents a release; the message states its subject and the remedy, without secrets of URLs and control sequences of others. */
export class PublishError extends Error {
  override readonly name = 'PublishError';

  constructor(
    readonly code: PublishErrorCode,
    message: string,
  ) {
    super(withoutSecrets(message).replaceAll(/(?!\n)\p{Cc}/gu, '\u{FFFD}'));
  }
}

/** Returns a text without the users of its URLs, and without their queries and anchors: npm masks passwords, but no tokens in queries. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(/\bhttps?:\/\/[^\s"'<>]+/gi, (url) =>
    url.replaceAll(/\/\/[^/]*@/g, '//…@').replace(/([?#])[^]*$/, '$1…'),
  );
}
