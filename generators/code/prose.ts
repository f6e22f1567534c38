/** Prose about one API from its configuration: articles of the reference, and the commands of a command line. */

/** A handwritten page of the reference. */
export interface Article {
  /** The name of its file without the extension, which is the path of its page. */
  readonly name: string;
  readonly title: string;
  /** Its position among the pages about behaviour; the generated ones have 10, 20, 30 and so on. */
  readonly order: number;
  /** The Markdown after the front matter. */
  readonly text: string;
}

/** A command of a command line, and the operations that it calls. */
export interface CommandUse {
  /** An example, which may have several lines. */
  readonly command: string;
  /** The phrases by which readers search for it. */
  readonly words: readonly string[];
  /** The ids of the operations, in the order of the calls. */
  readonly operations: readonly string[];
}

export interface Prose {
  readonly articles: readonly Article[];
  /** The commands of a command line for the API. */
  readonly commands?: readonly CommandUse[];
  /** Options of each `curl` command that the reference shows. */
  readonly curl?: string;
}

export const noProse: Prose = { articles: [] };
