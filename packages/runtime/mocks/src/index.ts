/** The types of generated mocks. */
export type * from './types.js';
