export { typesPackage, type TypesOptions, type TypesPackage } from './types-package.js';
export type { EmittedTypes } from './emit-types.js';
export { typesDoor, type TypesDoor } from './types-door.js';
export { pathsText } from './paths.js';
