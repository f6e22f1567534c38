/** Entries of `Binds`: `source:target:options`. */
import { isList, propertyOf, withLosses, type Hook } from '@lading/runtime-conversion';

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

const loss = {
  id: 'ro-recursive',
  message: 'Below API version 1.44 a read-only bind mount leaves its submounts writable.',
};

/** At 1.41 a read-only entry of `Binds` leaves the mounts below it writable, unlike at 1.44: the hook adds a warning. */
export function shallowBinds(): Hook {
  return {
    around(request, next) {
      const binds = propertyOf(request.body, 'HostConfig', 'Binds');
      const some = isList(binds) && binds.some((bind) => optionsOf(bind)?.includes('ro') === true);
      return next(some ? withLosses(request, [loss]) : request);
    },
  };
}
