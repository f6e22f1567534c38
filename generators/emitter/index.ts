/** What an emitter of one's own is written with: the interface, the model, and the help that the built-in ones use. */
export { defineEmitter, type EmittedPackage, type Emitter, type EmitterInput } from './emitter.js';
export type { OperationPart, TypesDoor } from './types-door.js';
export {
  capital,
  comment,
  commentBlock,
  commentText,
  entryKey,
  fileName,
  free,
  identifier,
  jsonText,
  literal,
  markdownText,
  mention,
  propertyKey,
  saidOf,
  saidOfOperation,
  shortVersion,
  small,
  spelled,
  titleLine,
  wrapped,
  type CodeSymbol,
  type Declaration,
  type ModuleId,
} from '../code/index.js';
export * from '../ir/index.js';
