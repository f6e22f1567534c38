export { createStandardServer } from './standard-dialect.js';
export type {
  BasicCredential,
  SecurityCheck,
  SecurityHandler,
  SecurityHandlers,
  StandardOptions,
  VersionPlace,
} from './options.js';
export type { HandlersWith, IdentifiedCall, SecurityWith } from './identities.js';
export { ReceivedFile } from './multipart/received-file.js';
