/** Seeded values that fit the schemas of a contract. */
export { examplesOf, type Examples, type SchemaExamples } from './examples.js';
export { fits } from './fits.js';
export { randomOf, type Random } from './random.js';
export { resolved, withoutNull } from './merged-parts.js';
export { alphabets, stringOf } from './strings.js';
export { valueOf, type Place, type ValueOptions } from './value-of.js';
