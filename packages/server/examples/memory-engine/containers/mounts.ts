/** The mounts of a container. */
import type { HostConfig, Mount, MountPoint } from '@lading/types-v1.44';
import { BadRequest } from '@lading/server';
import type { Engine } from '../engine.js';
import { resolvePath } from '../files/paths.js';
import type { Volumes } from '../volumes/volumes.js';
import type { Container } from './container.js';

/** Returns the mount points, and creates missing volumes. */
export function mountsOf(
  { Binds, Mounts, Tmpfs }: HostConfig,
  paths: readonly string[],
  volumes: Volumes,
  container: string,
): MountPoint[] {
  const points: MountPoint[] = [];
  const add = (point: MountPoint): void => {
    if (!points.some(({ Destination }) => Destination === point.Destination)) points.push(point);
  };
  for (const bind of Binds ?? []) add(bindPoint(bind, volumes));
  for (const mount of Mounts ?? []) add(mountPoint(mount, volumes));
  for (const path of paths) if (Tmpfs?.[path] === undefined) add(volumePoint(undefined, path, volumes));
  for (const { Type, Name } of points) if (Type === 'volume' && Name !== undefined) volumes.use(Name, container);
  return points;
}

/** Emits the events of volumes that are mounted at the start of a container or unmounted at its end. */
export function emitMountEvents({ events }: Engine, { id, mounts }: Container, action: 'mount' | 'unmount'): void {
  for (const { Type, Name = '', Destination, RW } of mounts) {
    if (Type !== 'volume') continue;
    const mountAttributes = { destination: Destination, propagation: '', 'read/write': String(RW) };
    events.emit('volume', action, Name, { container: id, driver: 'local', ...(action === 'mount' && mountAttributes) });
  }
}

/** `/host:/container:ro` or `volume:/container` */
function bindPoint(bind: string, volumes: Volumes): MountPoint {
  const [source = '', target = '', mode = ''] = bind.split(':');
  if (!target.startsWith('/')) throw new BadRequest(`invalid volume specification: '${bind}'`);
  const isReadOnly = mode.split(',').includes('ro');
  if (!source.startsWith('/')) return { ...volumePoint(source, target, volumes), Mode: mode || 'z', RW: !isReadOnly };
  return { Type: 'bind', Source: source, Destination: target, Mode: mode, RW: !isReadOnly, Propagation: 'rprivate' };
}

function mountPoint({ Type, Source = '', Target = '', ReadOnly, BindOptions }: Mount, volumes: Volumes): MountPoint {
  if (!Target.startsWith('/'))
    throw new BadRequest(`invalid mount config for type "${Type}": field Target must not be empty`);
  const RW = ReadOnly !== true;
  const Destination = resolvePath(Target);
  if (Type === 'volume') return { ...volumePoint(Source, Destination, volumes), RW };
  const Propagation = Type === 'bind' ? (BindOptions?.Propagation ?? 'rprivate') : '';
  return { Type, Source, Destination, Mode: '', RW, Propagation };
}

function volumePoint(name: string | undefined, path: string, volumes: Volumes): MountPoint {
  const { Name, Mountpoint, Driver } = volumes.create({ name });
  return { Type: 'volume', Name, Source: Mountpoint, Destination: path, Driver, Mode: 'z', RW: true, Propagation: '' };
}
