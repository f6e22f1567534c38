/** Builds all files of the site: the pages of each version, and the files that they share. */
import { fileOf, renderPage } from '../render/render-page.js';
import { navigationScript } from '../render/navigation.js';
import { comparePage, entrancePage, notFoundPage } from '../render/entrance.js';
import { searchEngine } from '../search/search-engine.js';
import { searchIndex, searchScript } from '../search/search-index.js';
import type { Source } from '../source/index.js';
import { comparisonFiles, type SiteComparison } from './comparison-files.js';
import { markdownFiles } from './markdown-files.js';
import { postmanCollection } from './postman-collection.js';
import { renamesOf } from './renames.js';
import { sharedFiles } from './shared-files.js';
import type { SiteFile } from './site-file.js';
import type { SiteSettings } from './site-settings.js';
import { folderOf } from './site-version.js';
import { tryScript } from './try-script.js';
import { siteVersions } from './site-versions.js';
import type { RenamedPath } from './version-counterparts.js';

/**
 * Yields one file after another, so that the site is never in memory as a whole.
 *
 * @param comparison the files with which the site compares any two versions, documented or not
 */
export function* buildSite(
  sources: readonly Source[],
  settings: SiteSettings = {},
  comparison?: SiteComparison,
): Generator<SiteFile> {
  const compared = comparison && comparisonFiles(comparison, sources);
  const versions = siteVersions(sources, compared !== undefined);
  const renamedPath = renamedPathOf(sources);
  const paths: string[] = [];
  for (const version of versions) {
    for (const whole of version.pages.values()) {
      for (const page of version.parts.get(whole.path) ?? [whole]) {
        const path = fileOf(page, version);
        paths.push(path);
        yield { path, text: renderPage(page, version, { versions, renamedPath, settings }) };
      }
    }
    yield { path: `${folderOf(version.version)}/navigation.js`, text: navigationScript(version) };
    yield { path: `${folderOf(version.version)}/try-data.js`, text: tryScript(version) };
    yield { path: `${folderOf(version.version)}/postman.json`, text: postmanCollection(version) };
  }
  for (const { list, files } of sources) {
    const copied = files.get('openapi.json');
    if (copied !== undefined) yield { path: `${folderOf(list.version)}/openapi.json`, copyOf: copied };
  }
  yield* markdownFiles(sources, versions);
  yield { path: 'index.html', text: entrancePage(versions, settings) };
  if (compared !== undefined) {
    yield* compared(versions);
    yield { path: 'compare.html', text: comparePage(versions, settings) };
    paths.push('compare.html');
  }
  yield { path: '404.html', text: notFoundPage(versions, settings) };
  yield { path: 'search-index.js', text: searchScript(searchIndex(versions, settings.search)) };
  yield { path: 'search-engine.js', text: searchEngine() };
  yield* sharedFiles(['index.html', ...paths], settings);
}

/** Returns the function that maps a page's path to its path in the base version or in an extending version. */
function renamedPathOf(sources: readonly Source[]): RenamedPath {
  const renames = new Map(sources.map((source) => [source.list.version, renamesOf(source.pages)]));
  return (from, to, path) => {
    const newerPath = from.list.extends === to.version ? renames.get(from.version)?.get(path) : undefined;
    if (newerPath !== undefined || to.list.extends !== from.version) return newerPath;
    return [...(renames.get(to.version) ?? [])].find(([, newer]) => newer === path)?.[0];
  };
}
