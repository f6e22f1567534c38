/** Reads an entry of `HostConfig.Binds`, and rejects it in the words of engines. */
import { posix } from 'node:path';
import { ServerError } from '@lading/server-v1.44';
import { propagations } from './validate-mount.js';

export interface Bind {
  readonly type: 'bind' | 'volume';
  /** A path of the machine, the name of a volume, or empty for a new volume without a name. */
  readonly source: string;
  readonly destination: string;
  readonly mode: string;
  readonly isReadOnly: boolean;
  readonly propagation: string;
}

/** The words of a mode. At most one of each kind is given. */
const kinds: readonly ReadonlySet<string>[] = [
  new Set(['rw', 'ro']),
  new Set(['z', 'Z']),
  new Set(['consistent', 'cached', 'delegated']),
  new Set(['nocopy']),
  propagations,
];

/** Tells whether a text is the mode of a mount: words such as `ro,z`. */
export function isMode(mode: string): boolean {
  const words = mode === '' ? [] : mode.split(',');
  const isKnown = (word: string): boolean => kinds.some((kind) => kind.has(word));
  return words.every(isKnown) && kinds.every((kind) => words.filter((word) => kind.has(word)).length <= 1);
}

/**
 * @param bind `/host:/container:ro`, `volume:/container`, or `/container` for a volume without a name
 * @throws ServerError: engines respond with 500
 */
export function parseBind(bind: string): Bind {
  const invalid = `invalid volume specification: '${bind}'`;
  const parts = bind.split(':');
  // A path and a mode are no volume: it could not be written.
  if (bind === '' || parts[0] === '' || parts.length > 3 || (parts.length === 2 && isMode(parts[1] ?? '')))
    throw new ServerError(invalid);
  const [source = '', target = '', mode = ''] = parts.length === 1 ? ['', ...parts] : parts;
  if (!isMode(mode)) throw new ServerError(`invalid mode: ${mode}`);
  const words = mode.split(',');
  const type = source.startsWith('/') ? 'bind' : 'volume';
  const propagation = words.find((word) => propagations.has(word));
  const fail = (reason: string): ServerError =>
    new ServerError(`${invalid}: invalid mount config for type "${type}": ${reason}`);
  if (target === '') throw fail('field Target must not be empty');
  if (posix.normalize(target) === '/') throw fail("invalid specification: destination can't be '/'");
  if (!target.startsWith('/')) throw fail(`invalid mount path: '${target}' mount path must be absolute`);
  if (type === 'volume' && propagation !== undefined) throw fail('field BindOptions must not be specified');
  if (type === 'bind' && words.includes('nocopy')) throw fail('field VolumeOptions must not be specified');
  return {
    type,
    source,
    mode,
    destination: posix.resolve(target),
    isReadOnly: words.includes('ro'),
    propagation: type === 'bind' ? (propagation ?? 'rprivate') : '',
  };
}
