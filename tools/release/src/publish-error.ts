/** What keeps a release from being made: a code and one sentence with its subject and the remedy. */
export type PublishErrorCode =
  | 'NPM_FAILED'
  | 'NEEDS_GROUP'
  | 'NO_BUILD'
  | 'NO_CHANGE_ENTRY'
  | 'NO_REPOSITORY'
  | 'RANGE_TOO_OLD'
  | 'REGISTRY_FAILED'
  | 'RELEASED_CHANGED'
  | 'UNKNOWN_GROUP'
  | 'VERSION_TAKEN';

export class PublishError extends Error {
  override readonly name = 'PublishError';

  constructor(
    readonly code: PublishErrorCode,
    message: string,
  ) {
    super(message);
  }
}
