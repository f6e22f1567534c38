/** What an emitter of one's own is written with: the interface, the model, and the help that the built-in ones use. */
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
