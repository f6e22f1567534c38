export type { EmittedOverlay, OverlayInput } from './emit-overlay.js';
export { overlayPackage, type OverlayPackage } from './overlay-package.js';
