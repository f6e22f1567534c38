export { typesPackage, type TypesOptions, type TypesPackage } from './types-package.js';
export type { EmittedTypes } from './emit-types.js';
export { typesContext } from './types-context.js';
export { identifiersByVersion, type Identifiers } from './identifiers.js';
