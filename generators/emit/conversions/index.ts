/** The emitter of overlay packages, and the conversions that the packages for all versions contain. */
export type { ConversionHooks } from './clients-module.js';
export { conversions } from './conversions-emitter.js';
export { overlay, type ConversionOptions } from './emitter.js';
