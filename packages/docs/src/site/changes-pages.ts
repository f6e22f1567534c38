/** The changes pages that a version shows: its own, and those of the versions that extend it. */
import type { ChangesGroup, ChangesPage } from '../gen/page.js';
import type { Source } from '../source/index.js';
import { byAge } from './versions-order.js';

interface ChangesPages {
  /** What is added to the version's own pages. */
  readonly pages: readonly ChangesPage[];
  /** The versions that extend this one, and where their changes stand here. */
  readonly taken: readonly { readonly older: Source; readonly path: string }[];
}

/** The page of the nearest version stands at `changes` where that place is free, so that both versions have it there. */
export function changesPages(source: Source, all: readonly Source[]): ChangesPages {
  let free = !source.pages.has('changes');
  const taken: { older: Source; path: string }[] = [];
  const pages: ChangesPage[] = [];
  const extending = all.filter(({ list }) => list.extends === source.list.version);
  for (const older of extending.sort((a, b) => byAge(b.list.version, a.list.version))) {
    const page = older.pages.get('changes');
    if (page?.kind !== 'changes') continue;
    const path = free ? 'changes' : `changes-from-${older.list.version}`;
    free = false;
    taken.push({ older, path });
    pages.push({ ...page, path, groups: page.groups.map(seenFromHere) });
  }
  return { pages, taken };
}

/** The places of the version that is extended; what it lacks has a place there too, made when marks are brought over. */
function seenFromHere(group: ChangesGroup): ChangesGroup {
  return {
    ...group,
    changes: group.changes.map((change) => (change.kind === 'removed' ? change : { ...change, link: change.other })),
  };
}
