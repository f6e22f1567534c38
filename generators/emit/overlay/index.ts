export type { EmittedOverlay, OverlayInput } from './emit-overlay.js';
export { overlayPackage, type OverlayPackage } from './overlay-package.js';
export type { Undecided } from './derived-rules.js';
export { undecidedOf } from './rules-of.js';
export type { StepBetween } from './step-between.js';
export type { TypesRoom } from './types-room.js';
