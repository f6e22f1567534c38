/** Prose about one API that its configuration brings: articles of the reference, passages of READMEs. */

/** A page of the reference that somebody wrote. */
export interface Article {
  /** The name of its file without the ending, which is the path of its page. */
  readonly name: string;
  readonly title: string;
  /** Its place among the pages about behaviour; the generated ones have 10, 20, 30 and so on. */
  readonly order: number;
  /** Markdown behind the front matter. */
  readonly text: string;
}

/** The passages of READMEs that a configuration can replace. */
export type ReadmePassages = Readonly<Partial<Record<'types' | 'paths' | 'client' | 'exactClient' | 'server', string>>>;

export interface Prose {
  readonly articles: readonly Article[];
  readonly readmes: ReadmePassages;
  /** Options of each `curl` command that the reference shows. */
  readonly curl?: string;
}

export const noProse: Prose = { articles: [], readmes: {} };
