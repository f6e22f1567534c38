/** Finding an engine, opening a connection to it, and agreeing on a version. */
export { assertServes, chooseVersion } from './assert-serves.js';
export { compareVersions } from '@lading/runtime-wire';
export { type Context, configFolder, currentContext, readContext } from './config-folder.js';
export type { ConnectOptions, OpenOptions, Proxy, SshTarget, Target, TlsOptions } from './connect-options.js';
export { connectionError, connectionFailure } from './connection-error.js';
export { type Response, type Fetch, type ServedVersions, negotiate, pinnedVersion } from './negotiate.js';
export { openSocket } from './open-socket.js';
export { resolveTarget } from './resolve-target.js';
