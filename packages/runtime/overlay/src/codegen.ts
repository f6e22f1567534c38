/** The entry point for generated overlay packages. */
export * from './index.js';
