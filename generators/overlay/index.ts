export { applyCorrections } from './apply-corrections.js';
export { applyPartial, type UnmatchedTarget } from './apply-partial.js';
export { applyOverlay } from './apply-overlay.js';
export { compareVersions } from './compare-versions.js';
export { differencesOf } from './differences.js';
export { differenceNameOf, nameDifferences, subjectsOf } from './name-differences.js';
export { parseOverlay } from './parse-overlay.js';
export { resolveTimeline, type OverlayLink } from './resolve-timeline.js';
export { versionNamed, versionsOf, versionsOfSpec, withProductName, type VersionDocument } from './versions.js';
