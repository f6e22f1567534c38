/** The whole site as files: a page for each page of each version, and what all of them share. */
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
import type { Names } from './version-counterparts.js';

const assets = new URL('../../assets/', import.meta.url);

/** A file below the site: its text, or the file that it is a copy of. */
export type SiteFile = { readonly path: string } & ({ readonly text: string } | { readonly copyOf: string });

/** One file after another, so that they need not be held all at once. */
export function* buildSite(sources: readonly Source[]): Generator<SiteFile> {
  const versions = siteVersions(sources);
  const names = namesOf(sources);
  for (const version of versions) {
    for (const page of version.pages.values()) {
      yield { path: fileOf(page, version), text: renderPage(page, version, { versions, names }) };
    }
  }
  for (const { list, files } of sources) {
    for (const [path, copyOf] of files) yield { path: `${folderOf(list.version)}/${path}`, copyOf };
  }
  yield { path: 'index.html', text: entrance(versions) };
  yield { path: 'search-index.js', text: searchScript(searchIndex(versions)) };
  yield { path: 'site.js', text: siteScript() };
  yield { path: 'site.css', text: siteStyle() };
  for (const name of ['theme.js', 'icon.svg']) {
    yield { path: name, text: readFileSync(new URL(name, assets), 'utf8') };
  }
}

const entrancePage = template('entrance');

function entrance(versions: readonly SiteVersion[]): string {
  const newest = versions[0];
  const timeline = newest?.pages.get('timeline');
  return entrancePage({
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

/** A renamed schema is found between a version and the one it extends, in both directions. */
function namesOf(sources: readonly Source[]): Names {
  const renames = new Map(sources.map((source) => [source.list.version, renamesOf(source.pages)]));
  return (from, to, path) => {
    const up = from.list.extends === to.version ? renames.get(from.version)?.get(path) : undefined;
    if (up !== undefined || to.list.extends !== from.version) return up;
    return [...(renames.get(to.version) ?? [])].find(([, newer]) => newer === path)?.[0];
  };
}
