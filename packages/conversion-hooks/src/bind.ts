/** Parses entries of `Binds`: `source:target:options`. */

interface Bind {
  readonly source: string;
  readonly target: string;
  readonly options: readonly string[];
}

/**
 * Parses an entry whose source is a path of the host; returns undefined for others. A name refers to a volume, and a path
 * of Windows has a colon; both have no mounts below them.
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
