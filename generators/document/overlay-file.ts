/** Overlay files: OpenAPI Overlay documents, which change one document into another. */
import type { Json } from './json.js';

/** One action of an overlay. */
export interface OverlayAction {
  /** A JSONPath (RFC 9535) into the document. */
  readonly target: string;
  readonly description?: string;
  /** The value that is merged into every selected object and appended to every selected array. */
  readonly update?: Json;
  /** Whether every selected node is removed. */
  readonly remove?: boolean;
  /** Overlay 1.1: a JSONPath that selects the one node to merge into the target. */
  readonly copy?: string;
  /** The extensions (`x-…`) of the action. */
  readonly extensions?: Readonly<Record<string, Json>>;
}

/** The content of an overlay file. */
export interface OverlayFile {
  /** The name in errors: its path as the user gave it. */
  readonly name: string;
  readonly overlay: '1.0.0' | '1.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly extends?: string;
  readonly actions: readonly OverlayAction[];
  readonly extensions?: Readonly<Record<string, Json>>;
}

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
