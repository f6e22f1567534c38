/** An entry of `Binds`: `source:target:options`. */

interface Bind {
  readonly source: string;
  readonly target: string;
  readonly options: readonly string[];
}

/**
 * Of a path of the host only: a name is a volume, below which nothing is mounted, and a path of Windows has a colon, and
 * no mounts below either.
 */
export function readBind(entry: unknown): Bind | undefined {
  if (typeof entry !== 'string') return undefined;
  const [source = '', target = '', modes = '', ...more] = entry.split(':');
  if (!source.startsWith('/') || target === '' || more.length > 0) return undefined;
  return { source, target, options: modes.split(',').filter((option) => option !== '') };
}

export function optionsOf(entry: unknown): readonly string[] | undefined {
  return readBind(entry)?.options;
}
