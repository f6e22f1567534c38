/** The correction of a mistake of published documents, with its evidence. */
import type { Json } from './json.js';

export interface Correction {
  readonly file: string;
  /** The overlay that corrects the mistake. */
  readonly content: Json;
  /** The versions whose published documents contain the mistake. */
  readonly appliesTo: readonly string[];
  /** How it was observed that servers behave otherwise. */
  readonly proof: string;
}
