/** Combines the command and the entry point of a request with those of an image or a container. */

/** One word may stand alone, without an array. */
type Words = readonly string[] | string | null | undefined;

interface CommandWords {
  readonly Cmd?: Words;
  readonly Entrypoint?: Words;
}

/**
 * An empty command means none. A request with its own entry point does not inherit the command. An empty entry point takes away
 * the inherited one.
 */
export function inheritCommand(
  { Cmd, Entrypoint }: CommandWords,
  inherited: CommandWords,
): { readonly Cmd: string[] | null; readonly Entrypoint: string[] | null } {
  const command = wordsOf(Cmd);
  const entrypoint = wordsOf(Entrypoint);
  return {
    Cmd: command?.length || entrypoint?.length ? command : wordsOf(inherited.Cmd),
    Entrypoint: entrypoint ?? wordsOf(inherited.Entrypoint),
  };
}

export function wordsOf(words: Words): string[] | null {
  if (words === null || words === undefined) return null;
  return typeof words === 'string' ? [words] : [...words];
}
