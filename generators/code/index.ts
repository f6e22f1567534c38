export { comment, commentBlock, commentLines, commentText, wrapped, type Tag } from './comment.js';
export type { OutputFile } from './file.js';
export { entryKey, free, identifier, literal, propertyKey, spelled, visible } from './identifier.js';
export { mention, mentionedIn, withoutMentions, type CodeSymbol, type ModuleId } from './mention.js';
export type { CodeModule, Declaration } from './module.js';
export {
  compilerOptions,
  jsonText,
  manifest,
  markdownText,
  shortVersion,
  titleLine,
  type ManifestOptions,
} from './package-texts.js';
export { saidOf, type Said } from './said.js';
export { redirected, sharedNames, type SharedBase } from './shared.js';
export {
  clientDoor,
  clientRuntime,
  exactDoor,
  fileName,
  groupModule,
  modulePath,
  operationsModule,
  overlayDoor,
  overlayRuntime,
  ownerOf,
  packageFolder,
  packageName,
  packageVersion,
  serverDoor,
  serverRuntime,
  versionSegment,
  wireRuntime,
  type Naming,
  type PackageKind,
} from './places.js';
