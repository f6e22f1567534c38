export { appendTo, reexported, type EmittedEntry, type EntryContent } from './reexports.js';
export { comment, commentBlock, commentLines, commentText, wrapped, type Tag } from './comment.js';
export { errorName, errorNames, type ErrorName } from './error-names.js';
export { codeSpan, countText, ruleSentence, ruleSentences, type StatedRule } from './rule-sentence.js';
export type { FileEmitter, JsonFile, OutputFile } from './file.js';
export * from './identifier.js';
export { inlineType } from './inline.js';
export { mention, mentionedIn, type CodeSymbol, type ModuleId } from './mention.js';
export type { CodeModule, Declaration } from './module.js';
export { redirecting } from './shared.js';
export * from './package-files.js';
export { markdownText, nodeTypes, shortVersion, titleLine, type PackageJsonKeys } from './package-texts.js';
export { noProse, type Article, type CommandUse, type Prose } from './prose.js';
export { compactJson, readableJson } from './readable-json.js';
export type { ReadmeParts } from './readme.js';
export * from './doc-comment.js';
export type * from './emit-context.js';
export {
  StructureKind,
  type InterfaceStructure,
  type MethodStructure,
  type PropertyStructure,
  type Statement,
  type TypeAliasStructure,
} from './structures.js';
export {
  isTree,
  type Code,
  type CodeEntry,
  type CodeTree,
  type TypeCode,
  type TypeEntry,
  type TypeTree,
} from './tree.js';
export { literalType, literalValue } from './literal-value.js';
export { statusType } from './status-type.js';
export { arrayOf, generic, intersection, mapOf, objectType, tuple, union } from './type-trees.js';
export { call, cast, commented, constant, data, list, object, returning, statement, type Data } from './value-trees.js';
export * from './package-paths.js';
export { aliasedByVersion, versionIdentifiers } from './version-identifiers.js';
