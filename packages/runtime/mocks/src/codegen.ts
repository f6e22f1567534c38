/** The entry point for generated code. */
export { handlersOf } from './handlers-of.js';
export { mock } from './mock.js';
export type { ExampleNode } from './definition.js';
export type { HandlersOptions, Mock, MockBytes } from './types.js';
