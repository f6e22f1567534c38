/** The entry point for generated conversions. */
export * from './index.js';
