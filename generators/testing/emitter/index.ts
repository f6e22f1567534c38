/**
 * For tests of emitters: documents in, files out; a check that what a document contains remains data; and a check that the
 * generated code compiles.
 */
export { emit, type EmitTestOptions, type EmittedFiles } from './emit.js';
export { injectionErrors } from './injection.js';
export { typeErrors, type TypeErrorsOptions } from './type-errors.js';
