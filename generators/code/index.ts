export { comment, commentBlock, commentLines, commentText, wrapped, type Tag } from './comment.js';
export { errorName, errorNames, type ErrorName } from './error-names.js';
export { codeSpan } from './code-span.js';
export type { OutputFile } from './file.js';
export { capital, entryKey, free, identifier, literal, propertyKey, small, spelled, visible } from './identifier.js';
export { inherited } from './inherited.js';
export { mention, mentionedIn, withoutMentions, type CodeSymbol, type ModuleId } from './mention.js';
export type { CodeModule, Declaration } from './module.js';
export { overlaid, type Overlaid, type Whole } from './overlaid.js';
export { packageFilesOf, type PackageOptions } from './package-files.js';
export {
  buildScript,
  compilerOptions,
  jsonText,
  manifest,
  markdownText,
  shortVersion,
  titleLine,
  type ManifestOptions,
} from './package-texts.js';
export { noProse, type Article, type Prose, type ReadmePassages } from './prose.js';
export { readmeText, type ReadmePackage, type ReadmeParts } from './readme.js';
export { ruleSentence, ruleSentences, type StatedRule } from './rule-sentence.js';
export { saidOf, saidOfOperation, type Said, type SaidOperation } from './said.js';
export { redirected, sharedNames, type SharedBase } from './shared.js';
export {
  clientDoor,
  clientRuntime,
  exactDoor,
  fileName,
  groupModule,
  isPackageOf,
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
  versionRange,
  versionSegment,
  wireRuntime,
  type Naming,
  type PackageKind,
} from './places.js';
