/** Conformance tests of the ports of the engine, for implementations of your own and any test runner. */
export { blobsCases } from './blobs-cases.js';
export { clockCases, type TestedClock } from './clock-cases.js';
export type { ConformanceCase } from './conformance-case.js';
export { filesystemCases } from './filesystem-cases.js';
export { idsCases } from './ids-cases.js';
export { networkDriverCases } from './network-driver-cases.js';
export { registryCases, type TestedRegistry } from './registry-cases.js';
export { runtimeCases, type TestedRuntime } from './runtime-cases.js';
export { storeCases } from './store-cases.js';
