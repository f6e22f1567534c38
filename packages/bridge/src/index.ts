/** Serves clients of one API version by an engine of another. */
export { createBridge, type Bridge, type BridgeOptions } from './create-bridge.js';
export type { BridgeHook } from './convert/bridge-hooks.js';
export { versions } from './convert/conversions.js';
export { explain, explanationText, type Explanation } from './convert/explain.js';
export type { Ask, ConversionProvider, Next, RequestMessage, ResponseMessage } from '@lading/runtime-conversion';
export type { VersionRange } from './convert/versions.js';
export type { CloseOptions, Listening } from '@lading/runtime-server/host';
export type { Limits } from './limits.js';
export { listen, type ListenOptions, type ServerCertificates, type ServerOptions } from './listen.js';
export type { OperationRules, PolicyRules } from './operation/policy.js';
export type { OnRequest, RequestEntry } from './operation/request-log.js';
