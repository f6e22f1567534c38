/** The emitter of overlay packages, and the conversions that the packages for all versions contain. */
export type { ConversionHooks } from './clients-module.js';
export { emitConversion, type ConvertedStep } from './emit-conversion.js';
export { overlay, type OverlayOptions } from './emitter.js';
export { overlayApi, type OverlayApi } from './overlay-api.js';
