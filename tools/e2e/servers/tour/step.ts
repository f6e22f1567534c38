/** One step of the tour: a command, and what of its output is by chance. */

export interface Step {
  readonly name: string;
  /** Behind `docker`; words with spaces stand in single quotes. */
  readonly words: string;
  /** Standard input. */
  readonly input?: string;
  /** Typed on a terminal, one after the other. */
  readonly keys?: readonly string[];
  /** Commands that run while this one does, before it is interrupted or ends by itself. */
  readonly meanwhile?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the order of lines is by chance. */
  readonly isSorted?: true;
  /** What differs by chance in this step alone. */
  readonly masks?: readonly (readonly [RegExp, string])[];
  /** Command lines without it leave the step out. */
  readonly needs?: 'buildx';
  /** Tried again until it ends with 0, since the engine takes its time. */
  readonly isRetried?: true;
}

export function wordsOf({ words }: Pick<Step, 'words'>): readonly string[] {
  return [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
