export * from './http-error.js';
export { failureOf, type Failure } from './failure.js';
