/** Shows the progress of a pull, a push or a build as lines. */
import { ProgressLines, type ProgressItem, type ProgressOutput } from './progress-lines.js';

/** The type of `aux` in the items of a progress stream. */
type AuxOf<Item> = Item extends { readonly aux?: infer Aux } ? Exclude<Aux, string | null | undefined> : never;

export interface FollowOptions<Item> {
  /** Called with each item, unchanged. */
  readonly onItem?: (item: Item) => void;
  /** Where to show the progress, by default `process.stderr`; it is a terminal if `isTTY` is true. With null nothing is shown. */
  readonly output?: ProgressOutput | null;
  /** Called with each line, without its line end, instead of writing to `output`; lines are then not rewritten. */
  readonly write?: (line: string) => void;
}

const nowhere: ProgressOutput = { write: () => true };

/**
 * Reads a progress stream to its end and shows it: on a terminal one line for each layer, rewritten in place; otherwise a
 * line for each status. Control characters from an engine or a registry are removed, so that they cannot control the
 * terminal; `onItem` gets them unchanged.
 *
 * @param stream also the promise that the call returns: `follow(pull(engine, 'alpine'))`
 * @returns the last `aux`: the id of a built image, the digest of a pushed one
 * @throws StreamError when the stream reports a failure
 */
export async function follow<Item extends object>(
  stream: AsyncIterable<Item> | Promise<AsyncIterable<Item>>,
  { onItem, write, output = process.stderr }: FollowOptions<Item> = {},
): Promise<AuxOf<Item> | undefined> {
  const lines = new ProgressLines(write ? { write: (text) => write(text.slice(0, -1)) } : (output ?? nowhere));
  let aux: AuxOf<Item> | undefined;
  try {
    for await (const item of await stream) {
      onItem?.(item);
      const progress = item as ProgressItem & { readonly aux?: unknown };
      lines.show(progress);
      // BuildKit sends its trace as a string in `aux`, which is not a result.
      if (progress.aux !== undefined && progress.aux !== null && typeof progress.aux !== 'string')
        aux = progress.aux as AuxOf<Item>;
    }
  } finally {
    lines.end();
  }
  return aux;
}
