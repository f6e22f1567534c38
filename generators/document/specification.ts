/** A specification as data: the document of its base version, and the overlays that make the other versions. */
import type { Document } from './document.js';
import type { Json } from './json.js';

/** What the folder of a specification says. */
export interface Specification {
  /** The folder, as the user gave it. */
  readonly folder: string;
  /** The name of the product, which replaces the placeholder in the packages. */
  readonly product: string;
  /** The base version, whose document is whole. */
  readonly root: Document;
  /** The overlays that make the other versions. */
  readonly overlays: readonly OverlaySource[];
}

/** An overlay that makes a version, as its file says it. */
export interface OverlaySource {
  /** `spec/overlays/v1.41.yaml` */
  readonly file: string;
  readonly content: Json;
  /** The version that the overlay makes. */
  readonly version: string;
  /** The file that the overlay extends, relative like `file`. */
  readonly extends: string;
}
