/** Orders versions: each overlay after the version that it extends. */
import { LadingError, isUrl, printableUrl } from '../diagnostics/index.js';

/** The links between an overlay and versions. */
export interface OverlayLink {
  /** The version that the overlay makes. */
  readonly version: string;
  /** The version that it is applied to. */
  readonly extends: string;
  /** The name of the file in errors. */
  readonly file: string;
}

/**
 * Returns the versions in the order of derivation, the base version first. Versions that extend the same one keep their order.
 *
 * @throws LadingError `OVERLAY_EXTENDS` (an unknown version), `OVERLAY_LOOP` (a cycle), `VERSION_DUPLICATE` (two files for a version)
 */
export function resolveTimeline(rootVersion: string, overlays: readonly OverlayLink[]): readonly string[] {
  const links = linksByVersion(rootVersion, overlays);
  const reached = new Set([rootVersion]);
  // Iteration over a Set includes the entries added meanwhile: each version is followed by those that extend it.
  for (const version of reached) {
    for (const link of overlays) if (link.extends === version) reached.add(link.version);
  }
  const unreachable = overlays.find((link) => !reached.has(link.version));
  if (unreachable !== undefined) throw loop(unreachable, links);
  return [...reached];
}

function linksByVersion(rootVersion: string, overlays: readonly OverlayLink[]): ReadonlyMap<string, OverlayLink> {
  const links = new Map<string, OverlayLink>();
  for (const link of overlays) {
    const other = links.get(link.version)?.file ?? (link.version === rootVersion ? 'the base document' : undefined);
    if (other !== undefined) {
      throw new LadingError({
        code: 'VERSION_DUPLICATE',
        subject: `version ${link.version} is defined twice, by ${other} and by an overlay`,
        place: link.file,
        remedy: 'Remove one of them',
      });
    }
    links.set(link.version, link);
  }
  for (const link of overlays) {
    if (link.extends === rootVersion || links.has(link.extends)) continue;
    throw new LadingError({
      code: 'OVERLAY_EXTENDS',
      subject: `version ${link.version} extends ${isUrl(link.extends) ? printableUrl(link.extends) : link.extends}, which does not exist`,
      place: `${link.file}#/extends`,
      remedy: `Extend one of ${[rootVersion, ...links.keys()].filter((version) => version !== link.version).join(', ')}`,
    });
  }
  return links;
}

/** Finds the cycle: a version that does not derive from the base version derives from a cycle. */
function loop(unreachable: OverlayLink, links: ReadonlyMap<string, OverlayLink>): LadingError {
  const walked: OverlayLink[] = [];
  let link: OverlayLink | undefined = unreachable;
  while (link !== undefined && !walked.includes(link)) {
    walked.push(link);
    link = links.get(link.extends);
  }
  const cycle = link === undefined ? walked : walked.slice(walked.indexOf(link));
  return new LadingError({
    code: 'OVERLAY_LOOP',
    subject: `versions extend each other in a cycle: ${[...cycle, ...cycle.slice(0, 1)].map((each) => each.version).join(' → ')}`,
    place: cycle.map((each) => `${each.file}#/extends`).join(', '),
    remedy: 'Let one of them extend the base version, or a version that derives from it',
  });
}
