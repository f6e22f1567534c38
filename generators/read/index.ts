export { readDocument, withVersion } from './document.js';
export { readText, onFileRead } from './content.js';
export { parseText } from './parse.js';
export { readCorrections } from './corrections.js';
export { readOverlay, readSpec } from './spec.js';
export { packageDigests } from './package-digests.js';
export { readProse, type ProseSources } from './prose.js';
export { readReleased, releasedName, type Fix, type Released, type ReleasedPackage } from './released.js';
export { readRuntimes, type RuntimePackage } from './runtimes.js';
