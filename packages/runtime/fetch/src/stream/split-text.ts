/** Splits text that arrives in chunks. */

/** Yields the texts between separators. A separator may be split across chunks; the last text may have no separator. */
export async function* splitText(
  chunks: AsyncIterable<string>,
  separator: RegExp,
): AsyncGenerator<string, void, undefined> {
  // Chunks without a separator are joined once, since joining them one by one takes quadratic time.
  let pending: string[] = [];
  for await (const chunk of chunks) {
    // A chunk may end within a separator, and the next one completes it.
    const start = pending.at(-1)?.endsWith('\r') ? (pending.pop() as string) : '';
    const [first = '', ...others] = (start + chunk).split(separator);
    pending.push(first);
    const last = others.pop();
    if (last === undefined) continue;
    yield pending.join('');
    yield* others;
    pending = [last];
  }
  const rest = pending.join('');
  if (rest !== '') yield rest;
}
