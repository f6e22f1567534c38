/** A version → its contract package: operations, schemas, and the contract of both, as data. */
export { contractContext } from './contract-context.js';
export { contractPackage, type ContractPackage } from './contract-package.js';
