/** Applies corrections to a published document that they were not written for. */
import type { Document, JsonObject, OverlayAction, OverlayFile, Correction } from '../document/index.js';
import { applyPartial, parseOverlay, type UnmatchedTarget } from '../overlay/index.js';
import { referenceResolver, dropDanglingReferences } from './drop-dangling-references.js';
import { underNewNames, type RenamedSchemas } from './renamed-schemas.js';

/** An action of a correction without effect on the document. */
export interface UnmatchedCorrection extends UnmatchedTarget {
  readonly file: string;
}

/** A document after the corrections that match it. */
export interface CorrectedDocument {
  readonly document: Document;
  readonly unmatched: readonly UnmatchedCorrection[];
  /** The corrections that match the document. */
  readonly applied: readonly AppliedCorrection[];
}

/** A correction that matches a document. */
export interface AppliedCorrection {
  readonly correction: Correction;
  /** The actions that match. */
  readonly actions: readonly OverlayAction[];
  /** Whether all actions of the correction match, unchanged. */
  readonly isWhole: boolean;
}

/**
 * Applies every action that matches and changes the document, independent of the versions that the corrections name.
 *
 * @param renamed the schemas that have another name in the document than in the corrections
 */
export function applyCorrectionsPartial(
  document: Document,
  corrections: readonly Correction[],
  renamed: RenamedSchemas = new Map(),
): CorrectedDocument {
  const overlays = corrections.map(({ file, content }) => parseOverlay(file, content));
  const following = overlays.map((overlay) => underNewNames(overlay, renamed));
  let current: readonly OverlayFile[] = following;
  let dangling: readonly UnmatchedCorrection[] = [];
  for (;;) {
    const pass = applyAllPartial(document.root, current);
    const resolves = referenceResolver(pass.root);
    const remaining = current.map((overlay) => dropDanglingReferences(overlay, resolves));
    if (remaining.every((overlay, index) => overlay === current[index])) {
      return {
        document: { ...document, root: pass.root },
        unmatched: [...dangling, ...pass.unmatched],
        applied: appliedCorrections(corrections, overlays, pass.reached),
      };
    }
    dangling = [
      ...dangling,
      ...remaining.flatMap((overlay, index) => actionsWithoutReferences(current[index], overlay)),
    ];
    current = remaining;
  }
}

function applyAllPartial(from: JsonObject, overlays: readonly OverlayFile[]) {
  let root = from;
  const unmatched: UnmatchedCorrection[] = [];
  const reached = overlays.map((overlay) => {
    const result = applyPartial(root, overlay);
    ({ root } = result);
    unmatched.push(...result.missed.map((missed) => ({ file: overlay.name, ...missed })));
    return result.actions;
  });
  return { root, unmatched, reached };
}

function appliedCorrections(
  corrections: readonly Correction[],
  overlays: readonly OverlayFile[],
  reached: readonly (readonly OverlayAction[])[],
): readonly AppliedCorrection[] {
  return corrections.flatMap((correction, index) => {
    const [all, actions] = [overlays[index]?.actions ?? [], reached[index] ?? []];
    const isWhole = all.length === actions.length && all.every((action, place) => action === actions[place]);
    return actions.length === 0 ? [] : [{ correction, actions, isWhole }];
  });
}

/** The actions that contained a dangling reference. */
function actionsWithoutReferences(before: OverlayFile | undefined, after: OverlayFile): readonly UnmatchedCorrection[] {
  const lost = (before?.actions ?? []).filter((action) => !after.actions.includes(action));
  return lost.map(({ target }) => ({ file: after.name, target, kind: 'absent' }));
}
