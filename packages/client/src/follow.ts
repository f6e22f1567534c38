/** The progress of a pull, a push or a build, shown as lines. */
import { ProgressLines, type ProgressItem, type ProgressOutput } from './progress-lines.js';

/** The `aux` of a stream of progress whose items are these. */
type AuxOf<Item> = Item extends { readonly aux?: infer Aux } ? Exclude<Aux, string | null | undefined> : never;

export interface FollowOptions<Item> {
  /** Told of each item, as it came. */
  readonly onItem?: (item: Item) => void;
  /** Where to show it, by default `process.stderr`; a terminal is one whose `isTTY` says so. */
  readonly output?: ProgressOutput;
  /** Takes each line instead, without its end; lines are not rewritten then. */
  readonly write?: (line: string) => void;
}

/**
 * Reads to the end and shows it: on a terminal one line for each layer, rewritten in place; else a line for each step.
 * What an engine or a registry says is shown without control characters, so that it cannot steer the terminal; `onItem`
 * gets it as it is.
 *
 * @returns the last `aux`: the id of a built image, the digest of a pushed one
 * @throws StreamError when the stream tells a failure
 */
export async function follow<Item extends object>(
  stream: AsyncIterable<Item>,
  { onItem, write, output = process.stderr }: FollowOptions<Item> = {},
): Promise<AuxOf<Item> | undefined> {
  const lines = new ProgressLines(write ? { write: (text) => write(text.slice(0, -1)) } : output);
  let aux: AuxOf<Item> | undefined;
  try {
    for await (const item of stream) {
      onItem?.(item);
      const told = item as ProgressItem & { readonly aux?: unknown };
      lines.show(told);
      // A trace of the newer builder is text under a name of its own, and no result.
      if (told.aux !== undefined && told.aux !== null && typeof told.aux !== 'string') aux = told.aux as AuxOf<Item>;
    }
  } finally {
    lines.end();
  }
  return aux;
}
