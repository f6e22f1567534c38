/** Collects the changes pages of a version: its own, and those of the versions that extend it. */
import type { ChangesGroup, ChangesPage } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { compareVersions } from './versions-order.js';

interface ChangesPages {
  /** The changes pages to add to the version's own pages. */
  readonly pages: readonly ChangesPage[];
  /** The versions that extend this one, with the path of their changes page here. */
  readonly extensions: readonly { readonly older: Source; readonly path: string }[];
}

/** Uses the path `changes` for the nearest version if it is free, so that both versions have the page at this path. */
export function changesPages(source: Source, all: readonly Source[]): ChangesPages {
  let pathIsFree = !source.pages.has('changes');
  const extensions: { older: Source; path: string }[] = [];
  const pages: ChangesPage[] = [];
  const extending = all.filter(({ list }) => list.extends === source.list.version);
  for (const older of extending.sort((a, b) => compareVersions(b.list.version, a.list.version))) {
    const page = older.pages.get('changes');
    if (page?.kind !== 'changes') continue;
    const path = pathIsFree ? 'changes' : `changes-from-${older.list.version}`;
    pathIsFree = false;
    extensions.push({ older, path });
    pages.push({ ...page, path, groups: page.groups.map(linkedToBase) });
  }
  return { pages, extensions };
}

/**
 * Changes the links to those of the base version. What the base version lacks keeps its link, because an entry for it
 * is added together with the badges.
 */
function linkedToBase(group: ChangesGroup): ChangesGroup {
  return {
    ...group,
    changes: group.changes.map((change) => (change.kind === 'removed' ? change : { ...change, link: change.other })),
  };
}
