/** The API for custom emitters: the interface, the model, and the helpers that the built-in emitters use. */
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from './emitter.js';
export type { OperationPart, TypesApi } from './types-api.js';
export {
  pascalCase,
  comment,
  commentBlock,
  commentText,
  entryKey,
  fileName,
  uniqueName,
  identifier,
  jsonText,
  literal,
  markdownText,
  mention,
  propertyKey,
  docComment,
  operationDocComment,
  shortVersion,
  camelCase,
  identifiersFor,
  titleLine,
  wrapped,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
} from '../code/index.js';
export * from '../ir/index.js';
