/** The steps of the tour: commands, with masks for output that differs between runs. */

export interface TourStep {
  readonly name: string;
  /** The arguments after `docker`; arguments with spaces are in single quotes. */
  readonly words: string;
  /** Standard input. */
  readonly input?: string;
  /** Input that is typed on a terminal, one after the other. */
  readonly keys?: readonly string[];
  /** Commands that run in the meantime, before this command is interrupted or ends. */
  readonly meanwhile?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the lines are sorted, because their order varies. */
  readonly isSorted?: true;
  /** Masks for output that varies in this step only. */
  readonly masks?: readonly (readonly [RegExp, string])[];
  /** A requirement: command lines without it skip the step. */
  readonly needs?: 'buildx';
  /** Whether the step is repeated until it exits with 0, because the engine needs time. */
  readonly isRetried?: true;
}

export function wordsOf({ words }: Pick<TourStep, 'words'>): readonly string[] {
  return [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
