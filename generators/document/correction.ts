/** Corrections of published documents. */
import type { Json } from './json.js';

/** The correction of a mistake in published documents, with its evidence. */
export interface Correction {
  readonly file: string;
  /** The overlay that corrects the mistake. */
  readonly content: Json;
  /** The versions whose published documents contain the mistake. */
  readonly appliesTo: readonly string[];
  /** The observation that servers behave differently. */
  readonly evidence: string;
}
