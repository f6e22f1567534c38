/** The emitter of conversion packages, and the conversions that the packages for all versions contain. */
export type { ConversionHooks } from './clients-module.js';
export { conversions } from './conversions-emitter.js';
export { conversion, type ConversionOptions } from './emitter.js';
