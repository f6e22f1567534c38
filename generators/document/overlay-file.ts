/** An overlay as a file: an OpenAPI Overlay document, which edits a document into another. */
import type { Json } from './json.js';

export interface OverlayAction {
  /** A JSONPath (RFC 9535) into the document. */
  readonly target: string;
  readonly description?: string;
  /** Merged into every object that the target selects; appended to every array. */
  readonly update?: Json;
  /** Takes away every node that the target selects. */
  readonly remove?: boolean;
  /** Overlay 1.1: a JSONPath that selects the one node to merge into the target. */
  readonly copy?: string;
  /** Extensions (`x-…`) as they stand in the file. */
  readonly extensions?: Readonly<Record<string, Json>>;
}

export interface OverlayFile {
  /** What errors call it: its path as the user gave it. */
  readonly name: string;
  readonly overlay: '1.0.0' | '1.1.0';
  readonly info: { readonly title: string; readonly version: string };
  readonly extends?: string;
  readonly actions: readonly OverlayAction[];
  readonly extensions?: Readonly<Record<string, Json>>;
}
