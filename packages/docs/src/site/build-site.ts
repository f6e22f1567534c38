/** Builds all files of the site: the pages of each version, and the files that they share. */
import { readFileSync } from 'node:fs';
import { fileOf, renderPage } from '../render/render-page.js';
import { template } from '../render/templates.js';
import { timelineDiagram } from '../diagram/timeline-diagram.js';
import { searchIndex, searchScript } from '../search/search-index.js';
import type { Source } from '../source/index.js';
import { renamesOf } from './renames.js';
import { siteScript } from './site-script.js';
import { siteStyle } from './site-style.js';
import { folderOf, type SiteVersion } from './site-version.js';
import { siteVersions } from './site-versions.js';
import type { RenamedPath } from './version-counterparts.js';

const assets = new URL('../../assets/', import.meta.url);

/** A file of the site: its content, or the path of the file to copy. */
export type SiteFile = { readonly path: string } & ({ readonly text: string } | { readonly copyOf: string });

/** Yields one file after another, so that the site is never in memory as a whole. */
export function* buildSite(sources: readonly Source[]): Generator<SiteFile> {
  const versions = siteVersions(sources);
  const renamedPath = renamedPathOf(sources);
  for (const version of versions) {
    for (const page of version.pages.values()) {
      yield { path: fileOf(page, version), text: renderPage(page, version, { versions, renamedPath }) };
    }
  }
  for (const { list, files } of sources) {
    for (const [path, copyOf] of files) yield { path: `${folderOf(list.version)}/${path}`, copyOf };
  }
  yield { path: 'index.html', text: landingPage(versions) };
  yield { path: 'search-index.js', text: searchScript(searchIndex(versions)) };
  yield { path: 'site.js', text: siteScript() };
  yield { path: 'site.css', text: siteStyle() };
  for (const name of ['theme.js', 'icon.svg']) {
    yield { path: name, text: readFileSync(new URL(name, assets), 'utf8') };
  }
}

const landingTemplate = template('landing');

function landingPage(versions: readonly SiteVersion[]): string {
  const newest = versions[0];
  const timeline = newest?.pages.get('timeline');
  return landingTemplate({
    title: newest?.list.title ?? '',
    versions: versions.map(({ version, list }) => ({
      version,
      base: list.extends,
      folder: folderOf(version),
      newest: version === newest?.version,
    })),
    diagram:
      timeline?.kind === 'timeline'
        ? timelineDiagram(timeline.versions, `${folderOf(newest?.version ?? '')}/timeline.html`)
        : undefined,
  });
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
