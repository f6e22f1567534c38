export { conversionsUmbrella } from './conversions-umbrella.js';
export type { VersionContract } from './embedded-contracts.js';
export { clientUmbrella, type UmbrellaClient } from './client-umbrella.js';
export type { VersionedApi } from './input-versions.js';
export type { UmbrellaConversion } from './conversion-routes.js';
export { serverUmbrella, type UmbrellaServer } from './server-umbrella.js';
export type { ServerConversions, UmbrellaPackage } from './umbrella-package.js';
export { updateDependencies, type VersionDependencies } from './update-dependencies.js';
