export { derive, type DeriveSide } from './derive.js';
export { overlayContent, printOverlay } from './print-overlay.js';
