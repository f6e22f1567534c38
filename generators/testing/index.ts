/**
 * The parts of the generator for tests of this repository's tools and of custom emitters. Nothing else should import it. It
 * exports the steps of the pipeline and the command line, so it may change in any release; the stable entry points are
 * `lading` and `lading/emitter`, which includes the IR.
 */
export { timelineOf } from '../generate/pipeline/index.js';
export { Steps } from '../generate/steps.js';
export { compareApis, derive, packApis, printOverlay } from '../compare/index.js';
export { decidedDifferences, type DecidedDifference } from '../conversion-rules/index.js';
export { documentOf, equal, get, isArray, isObject, printYaml, type Document, type Json } from '../document/index.js';
export type { GroupPage, Page, PageList } from '../emit/docs/index.js';
export { compareVersions } from '../ir/index.js';
export { ignoredRules, lint, uncheckedRules } from '../lint/index.js';
export { normalize } from '../normalize/index.js';
export { applyOverlay, parseOverlay, versionNamed, versionsOfSpec, withProductName } from '../overlay/index.js';
export { readDocument, readCorrections, readOverlay, readSpec, readText } from '../read/index.js';
export { withFault } from './faults.js';
export { overlayEngines } from './overlay-engines.js';
export { keepVersions, upTo } from './keep-versions.js';
export { namesIn } from './names-in.js';
export { reachablePages } from './site-pages.js';
export { copyWorkspace } from './workspace-copy.js';
export { yamlReaders } from './yaml-readers.js';

/**
 * Runs one command line of `lading` in this process. The command line is imported on the first call, since it takes far
 * longer to load than the steps.
 *
 * @returns the exit code
 */
export async function main(args: readonly string[]): Promise<number> {
  const commandLine = await import('../cli/main.js');
  return commandLine.main(args);
}
