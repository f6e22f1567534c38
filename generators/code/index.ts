export { comment, commentBlock, commentLines, commentText, wrapped, type Tag } from './comment.js';
export type { OutputFile } from './file.js';
export { identifier, literal, propertyKey, spelled, visible } from './identifier.js';
export { mention, mentionedIn, withoutMentions, type CodeSymbol, type ModuleId } from './mention.js';
export type { CodeModule, Declaration } from './module.js';
export {
  fileName,
  groupModule,
  operationsModule,
  packageFolder,
  packageName,
  packageVersion,
  versionSegment,
  type Naming,
  type PackageKind,
} from './places.js';
