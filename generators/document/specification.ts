/** Specifications: the document of a base version, and the overlays that make the other versions. */
import type { Document } from './document.js';
import type { Json } from './json.js';

/** The content of the folder of a specification. */
export interface Specification {
  /** The path of the folder as the user gave it. */
  readonly folder: string;
  /** The name of the product, which replaces the placeholder in the packages. */
  readonly product: string;
  /** The complete document of the base version. */
  readonly root: Document;
  /** The overlays that make the other versions. */
  readonly overlays: readonly OverlaySource[];
}

/** The overlay of a version, as read. */
export interface OverlaySource {
  /** `spec/overlays/v1.41.yaml` */
  readonly file: string;
  readonly content: Json;
  /** The version that the overlay makes. */
  readonly version: string;
  /** The file that the overlay extends, relative like `file`. */
  readonly extends: string;
}
