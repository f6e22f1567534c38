/** Restores the entries of `Binds` that were converted to mounts for a client of 1.41, as engines of 1.41 show them. */
import { isList, isRecord, propertyOf, withProperty, type ResponseMessage } from '@lading/runtime-overlay';

export function withRestoredBinds(response: ResponseMessage): ResponseMessage {
  const host = propertyOf(response.body, 'HostConfig');
  const mounts = propertyOf(host, 'Mounts');
  if (response.status >= 400 || !isRecord(response.body) || !isList(mounts)) return response;
  const read = mounts.map(bindOf);
  if (read.every((bind) => bind === undefined)) return withPlainOptions(response, host, mounts);
  const binds = propertyOf(host, 'Binds');
  const entries = read.flatMap((bind) => (bind === undefined ? [] : [bind.entry]));
  const left = mounts.filter((_mount, index) => read[index] === undefined).map(plainMount);
  const shown = withProperty(host, 'Binds', [...(isList(binds) ? binds : []), ...entries]);
  const body = withProperty(
    response.body,
    'HostConfig',
    withProperty(shown, 'Mounts', left.length > 0 ? left : undefined),
  );
  return { ...response, body: withModes(body, read) };
}

interface RestoredBind {
  readonly entry: string;
  readonly target: string;
  readonly mode: string;
}

/** Returns the entry for a read-only bind mount with writable submounts and no other options than an entry can have. */
function bindOf(mount: unknown): RestoredBind | undefined {
  if (!isRecord(mount) || mount['Type'] !== 'bind' || mount['ReadOnly'] !== true) return undefined;
  const { Source: source, Target: target, Consistency: consistency, BindOptions: options } = mount;
  if (typeof source !== 'string' || typeof target !== 'string' || !isRecord(options)) return undefined;
  const { CreateMountpoint: creates, ReadOnlyNonRecursive: isShallow, Propagation: propagation, ...more } = options;
  if (creates !== true || isShallow !== true || Object.values(more).some(Boolean)) return undefined;
  if (`${source}${target}`.includes(':')) return undefined;
  const mode = ['ro', propagation, consistency]
    .filter((option) => typeof option === 'string' && option !== '')
    .join(',');
  return { entry: `${source}:${target}:${mode}`, target, mode };
}

function withPlainOptions(response: ResponseMessage, host: unknown, mounts: readonly unknown[]): ResponseMessage {
  const plain = mounts.map(plainMount);
  if (plain.every((mount, index) => mount === mounts[index])) return response;
  return { ...response, body: withProperty(response.body, 'HostConfig', withProperty(host, 'Mounts', plain)) };
}

/** Removes the option that was added for the client, and `BindOptions` if that was the only one. */
function plainMount(mount: unknown): unknown {
  const options = propertyOf(mount, 'BindOptions');
  if (!isRecord(options) || options['ReadOnlyNonRecursive'] !== true) return mount;
  const own = withProperty(options, 'ReadOnlyNonRecursive', undefined);
  return withProperty(mount, 'BindOptions', Object.keys(own).length > 0 ? own : undefined);
}

/** Writes the options of the entries to their mount points; those of mounts have none. */
function withModes(body: unknown, binds: readonly (RestoredBind | undefined)[]): unknown {
  const points = propertyOf(body, 'Mounts');
  if (!isList(points)) return body;
  const modes = new Map(binds.flatMap((bind) => (bind === undefined ? [] : [[bind.target, bind.mode] as const])));
  const shown = points.map((point) => {
    const mode = modes.get(String(propertyOf(point, 'Destination')));
    return mode === undefined ? point : withProperty(point, 'Mode', mode);
  });
  return withProperty(body, 'Mounts', shown);
}
