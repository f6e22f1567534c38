/** The order in which versions derive from the root: each overlay after the version that it extends. */
import { LadingError } from '../diagnostics/index.js';

/** What the timeline needs to know of an overlay. */
export interface OverlayLink {
  /** The version that the overlay makes. */
  readonly version: string;
  /** The version that it is applied to. */
  readonly extends: string;
  /** What errors call it. */
  readonly file: string;
}

/**
 * The versions in order of derivation, the root first; versions that extend the same one stay in the order given.
 *
 * @throws LadingError `OVERLAY_EXTENDS` (an unknown version), `OVERLAY_LOOP` (a circle), `VERSION_DUPLICATE` (a version made twice)
 */
export function resolveTimeline(rootVersion: string, overlays: readonly OverlayLink[]): readonly string[] {
  const links = linksByVersion(rootVersion, overlays);
  const reached = new Set([rootVersion]);
  // A Set visits what is added while it is walked: each version is followed by those that extend it.
  for (const version of reached) {
    for (const link of overlays) if (link.extends === version) reached.add(link.version);
  }
  const lost = overlays.find((link) => !reached.has(link.version));
  if (lost !== undefined) throw loop(lost, links);
  return [...reached];
}

function linksByVersion(rootVersion: string, overlays: readonly OverlayLink[]): ReadonlyMap<string, OverlayLink> {
  const links = new Map<string, OverlayLink>();
  for (const link of overlays) {
    const other = links.get(link.version)?.file ?? (link.version === rootVersion ? 'the root' : undefined);
    if (other !== undefined) {
      throw new LadingError({
        code: 'VERSION_DUPLICATE',
        subject: `version ${link.version} is made twice, by ${other} and by an overlay`,
        place: link.file,
        remedy: 'Keep one of them',
      });
    }
    links.set(link.version, link);
  }
  for (const link of overlays) {
    if (link.extends === rootVersion || links.has(link.extends)) continue;
    throw new LadingError({
      code: 'OVERLAY_EXTENDS',
      subject: `version ${link.version} extends ${link.extends}, which does not exist`,
      place: `${link.file}#/extends`,
      remedy: `Extend one of ${[rootVersion, ...links.keys()].filter((version) => version !== link.version).join(', ')}`,
    });
  }
  return links;
}

/** Whatever does not lead to the root leads, sooner or later, into a circle. */
function loop(lost: OverlayLink, links: ReadonlyMap<string, OverlayLink>): LadingError {
  const walked: OverlayLink[] = [];
  let link: OverlayLink | undefined = lost;
  while (link !== undefined && !walked.includes(link)) {
    walked.push(link);
    link = links.get(link.extends);
  }
  const circle = link === undefined ? walked : walked.slice(walked.indexOf(link));
  return new LadingError({
    code: 'OVERLAY_LOOP',
    subject: `versions extend each other in a circle: ${[...circle, ...circle.slice(0, 1)].map((each) => each.version).join(' → ')}`,
    place: circle.map((each) => `${each.file}#/extends`).join(', '),
    remedy: 'Let one of them extend the root, or a version that leads there',
  });
}
