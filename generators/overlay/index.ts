export { applyOverlay } from './apply-overlay.js';
export { parseOverlay } from './parse-overlay.js';
export { resolveTimeline, type OverlayLink } from './resolve-timeline.js';
