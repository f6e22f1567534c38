export { createStandardServer } from './standard-dialect.js';
export type * from './options.js';
export type { HandlersWith, IdentifiedCall, SecurityWith } from './identities.js';
export { ReceivedFile } from './multipart/received-file.js';
