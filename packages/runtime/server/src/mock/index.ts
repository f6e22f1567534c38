/** Handlers that respond with the examples of a document. A separate entry point, so that other servers do not load its code. */
export { mockHandlers } from './mock-handlers.js';
export type { ExampleDocument } from './example-of.js';
