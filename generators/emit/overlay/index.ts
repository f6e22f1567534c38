export type { ConversionHooks } from './clients-module.js';
export { emitConversion, type ConvertedStep } from './emit-conversion.js';
export type { EmittedOverlay, OverlayInput } from './emit-overlay.js';
export { overlayPackage, type OverlayPackage } from './overlay-package.js';
export { overlayApi, type OverlayApi } from './overlay-api.js';
