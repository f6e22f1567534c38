/** The files of the page that compares any two versions: their data, and the script that compares them. */
import { readFileSync } from 'node:fs';
import { scriptOf } from '../render/script-of.js';
import type { Source } from '../source/index.js';
import { siteScript } from './site-script.js';
import type { SiteFile } from './site-file.js';
import type { SiteVersion } from './site-version.js';

/** The paths of what the generator wrote for the comparison. */
export interface SiteComparison {
  /** The data of all versions, also of those that have no docs package. */
  readonly versions: string;
  readonly script: string;
}

/** Where the newest version that has an operation or a schema documents it, by its name. */
type Places = Readonly<Record<string, readonly [version: string, path: string]>>;

/** Returns a function that yields the files; undefined if there is one version only. */
export function comparisonFiles(
  { versions: file, script }: SiteComparison,
  sources: readonly Source[],
): ((versions: readonly SiteVersion[]) => Generator<SiteFile>) | undefined {
  const packed = JSON.parse(readFileSync(file, 'utf8')) as { readonly apis: readonly unknown[] };
  if (packed.apis.length < 2 || sources.length === 0) return undefined;
  return function* (versions) {
    const data = { packed, operations: placesOf(versions, 'operation'), schemas: placesOf(versions, 'schema') };
    yield { path: 'versions-data.js', text: scriptOf('ladingVersions', data) };
    yield { path: 'compare.js', copyOf: script };
    for (const path of ['compare-page.js', 'history.js'] as const) yield { path, text: siteScript(path) };
  };
}

function placesOf(versions: readonly SiteVersion[], kind: 'operation' | 'schema'): Places {
  const oldestFirst = [...versions].reverse();
  return Object.fromEntries(
    oldestFirst.flatMap(({ version, pages }) =>
      [...pages.values()].flatMap((page) => {
        if (page.kind === 'operation' && kind === 'operation')
          return [[page.operation.id, [version, page.path] as const] as const];
        return page.kind === 'schema' && kind === 'schema' ? [[page.name, [version, page.path] as const] as const] : [];
      }),
    ),
  );
}
