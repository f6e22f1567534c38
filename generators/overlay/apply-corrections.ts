/** Applies corrections to a published document. */
import type { Correction, Document } from '../document/index.js';
import { applyOverlay } from './apply-overlay.js';
import { parseOverlay } from './parse-overlay.js';

/**
 * Applies the corrections that name the version of the document.
 *
 * @throws OVERLAY_… for a correction that matches or changes nothing
 */
export function applyCorrections(document: Document, corrections: readonly Correction[]): Document {
  const root = corrections
    .filter(({ appliesTo }) => appliesTo.includes(document.version))
    .reduce((tree, { file, content }) => applyOverlay(tree, parseOverlay(file, content)), document.root);
  return { ...document, root };
}
