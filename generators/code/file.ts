import type { Data } from './value-trees.js';

/** The custom emitter of a file: its package kind, and its own file. */
export interface FileEmitter {
  readonly kind: string;
  readonly place: string;
}

/** A generated file that is not yet written. */
export interface OutputFile {
  /** Its path relative to the output folder, with `/` between the segments. */
  readonly path: string;
  /** Its whole content. Prose and JSON may be unformatted: they are formatted when they are written. */
  readonly text: string;
  /** How the text stands for bytes that are no text. */
  readonly encoding?: 'base64';
  /** Whether it is TypeScript code that still has to be formatted. */
  readonly isUnformatted?: true;
  /** The custom emitter that its content comes from, which errors name. */
  readonly emitter?: FileEmitter;
  /**
   * Whether its content is already in its final form: formatting a thousand pages would cost more than the rest of a
   * run.
   */
  readonly printed?: true;
  /** Whether the build of its package writes it, and not `generate`. */
  readonly isBuilt?: true;
  /** Whether people and package managers add settings to it, which a run keeps: a package.json, or the files of pnpm and Yarn. */
  readonly hasSettings?: true;
}

/** A generated JSON file whose value is not yet printed. */
export interface JsonFile {
  readonly path: string;
  readonly json: Data;
  /** Whether only programs read it: it is printed without spaces. */
  readonly isCompact?: true;
  /** Whether the build of its package writes it, and not `generate`. */
  readonly isBuilt?: true;
}
