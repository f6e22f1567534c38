/** Rejects invalid entries of `HostConfig.Mounts`, with the engine's messages. */
import { existsSync } from 'node:fs';
import { BadRequest } from '@lading/server-v1.44';
import type { MountInput } from '@lading/types-v1.44';
import { resolvePath } from '../../filesystem/paths.js';
import { isWithin, subpathOf } from './volume-part.js';

/** How mounts made on one side of a bind mount reach the other. */
export const propagations: ReadonlySet<string> = new Set([
  'private',
  'rprivate',
  'shared',
  'rshared',
  'slave',
  'rslave',
]);

/** Tells whether the engine itself has created a path of its machine, for an earlier bind mount. */
export type HasCreated = (path: string) => boolean;

/** The types of mounts, by the options that only one of them has. */
const typeOfOptions = { BindOptions: 'bind', VolumeOptions: 'volume', TmpfsOptions: 'tmpfs' } as const;
const types: ReadonlySet<string> = new Set(Object.values(typeOfOptions));

/** @throws BadRequest for an invalid mount */
export function validateMount(mount: MountInput, hasCreated: HasCreated): void {
  const { Source, Target, ReadOnly } = mount;
  const type = mount.Type ?? '';
  const invalid = (reason: string): BadRequest => new BadRequest(`invalid mount config for type "${type}": ${reason}`);
  if (!Target) throw invalid('field Target must not be empty');
  if (resolvePath(Target) === '/') throw invalid("invalid specification: destination can't be '/'");
  if (!Target.startsWith('/')) throw invalid(`invalid mount path: '${Target}' mount path must be absolute`);
  if (!types.has(type)) throw invalid('mount type unknown');
  for (const [options, owner] of Object.entries(typeOfOptions) as [keyof typeof typeOfOptions, string][])
    if (mount[options] && owner !== type)
      throw new BadRequest(`${options} must not be specified on mount type "${type}"`);
  if (type === 'bind') validateBind(mount, invalid, hasCreated);
  const subpath = subpathOf(mount.VolumeOptions);
  if (subpath !== undefined && !Source) throw invalid('must not set Subpath when using anonymous volumes');
  if (subpath !== undefined && !isWithin(subpath)) throw invalid('subpath must be a relative path within the volume');
  if (type === 'volume' && !Source && ReadOnly === true)
    throw invalid('must not set ReadOnly mode when using anonymous volumes');
  if (type === 'tmpfs' && Source) throw invalid('field Source must not be specified');
}

function validateBind(
  { Source, BindOptions }: MountInput,
  invalid: (reason: string) => BadRequest,
  hasCreated: HasCreated,
): void {
  const { Propagation, CreateMountpoint } = BindOptions ?? {};
  if (!Source) throw invalid('field Source must not be empty');
  if (Propagation && !propagations.has(Propagation)) throw invalid(`invalid propagation mode: ${Propagation}`);
  if (!Source.startsWith('/')) throw invalid(`invalid mount path: '${Source}' mount path must be absolute`);
  if (CreateMountpoint !== true && !existsSync(Source) && !hasCreated(Source))
    throw invalid(`bind source path does not exist: ${Source}`);
}
