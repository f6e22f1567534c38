/** Finds schemas whose names differ between two versions: `Image` of 1.41 is `ImageInspect` of 1.44. */
import type { Page } from '../gen/page.js';

/** Maps a page's path in the older version to its path in the newer one. */
export function renamesOf(pages: ReadonlyMap<string, Page>): Map<string, string> {
  const changes = pages.get('changes');
  if (changes?.kind !== 'changes') return new Map();
  return new Map(
    changes.groups.flatMap((group) =>
      group.changes
        .filter(({ kind, link, other }) => kind === 'renamed' && link !== other && link.startsWith('schemas/'))
        .map(({ link, other }): [string, string] => [link, other]),
    ),
  );
}

/** Replaces the schema's name in an anchor of a renamed schema: `Image.Created` becomes `ImageInspect.Created`. */
export function renamedAnchor(anchor: string, from: string, to: string): string {
  const [oldName, newName] = [from.replace('schemas/', ''), to.replace('schemas/', '')];
  return anchor === oldName || anchor.startsWith(`${oldName}.`) ? `${newName}${anchor.slice(oldName.length)}` : anchor;
}
