/** A published document after the patches, also one that no patch was written for. */
import type { Document, JsonObject, OverlayAction, OverlayFile, Correction } from '../../document/index.js';
import { applyPartial, applyOverlay, parseOverlay, type UnmatchedTarget } from '../../overlay/index.js';
import { leadsIn, withLeading } from './leading.js';
import { underNewNames, type RenamedSchemas } from './renamed-schemas.js';

/** An action of a patch that does not bite any more. */
export interface Blunt extends UnmatchedTarget {
  readonly file: string;
}

export interface Patched {
  readonly document: Document;
  readonly blunt: readonly Blunt[];
  /** The patches that reach the document, each with those of its actions that do. */
  readonly reaching: readonly Reaching[];
}

export interface Reaching {
  readonly patch: Correction;
  readonly actions: readonly OverlayAction[];
  readonly isWhole: boolean;
}

/** With every patch that names the document's version. @throws OVERLAY_… for one that does not bite */
export function patchedAsNamed(document: Document, patches: readonly Correction[]): Document {
  const wanted = patches.filter(({ appliesTo }) => appliesTo.includes(document.version));
  const root = wanted.reduce(
    (tree, { file, content }) => applyOverlay(tree, parseOverlay(file, content)),
    document.root,
  );
  return { ...document, root };
}

/**
 * With everything in these patches that bites, whatever versions they name.
 *
 * @param renamed the schemas that the document calls otherwise than the patches
 */
export function patchedAsFar(
  document: Document,
  patches: readonly Correction[],
  renamed: RenamedSchemas = new Map(),
): Patched {
  const overlays = patches.map(({ file, content }) => parseOverlay(file, content));
  const following = overlays.map((overlay) => underNewNames(overlay, renamed));
  let wanted: readonly OverlayFile[] = following;
  let dangling: readonly Blunt[] = [];
  for (;;) {
    const pass = asFar(document.root, wanted);
    const leads = leadsIn(pass.root);
    const kept = wanted.map((overlay) => withLeading(overlay, leads));
    if (kept.every((overlay, index) => overlay === wanted[index])) {
      return {
        document: { ...document, root: pass.root },
        blunt: [...dangling, ...pass.blunt],
        reaching: reachingOf(patches, overlays, pass.reached),
      };
    }
    dangling = [...dangling, ...kept.flatMap((overlay, index) => bluntIn(wanted[index], overlay))];
    wanted = kept;
  }
}

function asFar(from: JsonObject, overlays: readonly OverlayFile[]) {
  let root = from;
  const blunt: Blunt[] = [];
  const reached = overlays.map((overlay) => {
    const result = applyPartial(root, overlay);
    ({ root } = result);
    blunt.push(...result.missed.map((missed) => ({ file: overlay.name, ...missed })));
    return result.actions;
  });
  return { root, blunt, reached };
}

function reachingOf(
  patches: readonly Correction[],
  overlays: readonly OverlayFile[],
  reached: readonly (readonly OverlayAction[])[],
): readonly Reaching[] {
  return patches.flatMap((patch, index) => {
    const [all, actions] = [overlays[index]?.actions ?? [], reached[index] ?? []];
    const isWhole = all.length === actions.length && all.every((action, place) => action === actions[place]);
    return actions.length === 0 ? [] : [{ patch, actions, isWhole }];
  });
}

/** Actions that lost a reference. */
function bluntIn(before: OverlayFile | undefined, after: OverlayFile): readonly Blunt[] {
  const lost = (before?.actions ?? []).filter((action) => !after.actions.includes(action));
  return lost.map(({ target }) => ({ file: after.name, target, kind: 'moved' }));
}
