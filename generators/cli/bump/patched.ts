/** A published document after the patches, also one that no patch was written for. */
import type { Document } from '../../document/index.js';
import { applyOverlay, parseOverlay } from '../../overlay/index.js';
import { LadingError } from '../../problem/index.js';
import type { PatchFile } from '../../read/index.js';

/** An action of a patch that does not bite any more. */
export interface Blunt {
  readonly file: string;
  readonly target: string;
  /** `gone`: the document says already what the action asks for. `moved`: what it targets is not there. */
  readonly kind: 'gone' | 'moved';
}

export interface Patched {
  readonly document: Document;
  readonly blunt: readonly Blunt[];
}

/** With every patch that names the document's version. @throws OVERLAY_… for one that does not bite */
export function patchedAsNamed(document: Document, patches: readonly PatchFile[]): Document {
  const wanted = patches.filter(({ appliesTo }) => appliesTo.includes(document.version));
  const root = wanted.reduce(
    (tree, { file, content }) => applyOverlay(tree, parseOverlay(file, content)),
    document.root,
  );
  return { ...document, root };
}

/** With every action of these patches that bites, whatever versions they name. */
export function patchedAsFar(document: Document, patches: readonly PatchFile[]): Patched {
  const blunt: Blunt[] = [];
  let root = document.root;
  for (const { file, content } of patches) {
    const overlay = parseOverlay(file, content);
    for (const action of overlay.actions) {
      try {
        root = applyOverlay(root, { ...overlay, actions: [action] });
      } catch (error) {
        if (!(error instanceof LadingError)) throw error;
        const kind = error.problem.code === 'OVERLAY_NO_CHANGE' ? 'gone' : 'moved';
        blunt.push({ file, target: action.target, kind });
      }
    }
  }
  return { document: { ...document, root }, blunt };
}
