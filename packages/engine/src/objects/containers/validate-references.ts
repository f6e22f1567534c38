/** Rejects images, mounts, links and namespaces of a new container that name nothing, or contradict each other. */
import { BadRequest, NotFound, ServerError } from '@lading/server-v1.44';
import type { HostConfigInput } from '@lading/types-v1.44';
import { matchesPlatform, platformText, type ImagePlatform } from '../../distribution/platform.js';
import { fullName, requireValidName } from '../../distribution/reference.js';
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import type { FileTree } from '../../ports/filesystem.js';
import type { ImageRecord } from '../../state/image-record.js';
import type { ContainerImages } from './neighbours.js';
import { isMode, parseBind } from './parse-bind.js';
import { propagations } from './validate-mount.js';

/** Finds a container. @throws NotFound */
type Find = (wanted: string) => unknown;

/** Requires the containers whose processes or memory a container shares. Engines look for them first. @throws BadRequest */
export function requireSharedContainers({ IpcMode, PidMode }: HostConfigInput, find: Find): void {
  for (const mode of [IpcMode, PidMode]) {
    const name = mode?.startsWith('container:') === true ? mode.slice('container:'.length) : '';
    if (name !== '') requireContainer(find, name, '');
  }
}

/** @throws BadRequest; ServerError for binds and links */
export function validateReferences(host: HostConfigInput, find: Find): void {
  const { VolumesFrom, Links } = host;
  for (const from of VolumesFrom ?? []) requireContainer(find, volumesFrom(from).container, '');
  validateDestinations(host);
  for (const link of Links ?? []) {
    const name = linkTarget(link);
    requireContainer(find, name, `could not get container for ${name}: `);
  }
}

/** Requires that the folder of the processes, which is created if it is missing, is no file. @throws ServerError */
export function requireFolder(files: FileTree, folder: string): void {
  const path = folder === '' ? undefined : followLinks(files, folder);
  if (path !== undefined && files.get(path)?.kind === 'file')
    throw new ServerError(`Cannot mkdir: ${folder} is not a directory`);
}

/** Reads an entry of `VolumesFrom`: `container:ro`. */
function volumesFrom(entry: string): { readonly container: string } {
  if (entry === '') throw new BadRequest('volumes-from specification cannot be an empty string');
  const [, container = '', mode = ''] = /^([^:]*):?(.*)$/s.exec(entry) ?? [];
  const words = mode.split(',');
  if (!isMode(mode) || words.some((word) => word === 'nocopy' || propagations.has(word)))
    throw new BadRequest(`invalid mode: ${mode}`);
  if (container === '') throw new BadRequest('invalid name or ID supplied: ""');
  return { container };
}

/**
 * @param platform the one that the image must have
 * @returns the image; undefined without a name
 * @throws BadRequest, NotFound
 */
export function findImage(
  images: Pick<ContainerImages, 'search'>,
  wanted: string,
  platform?: ImagePlatform,
): ImageRecord | undefined {
  if (wanted === '') return undefined;
  requireValidName(wanted);
  const image = images.search(wanted);
  if (image === undefined) throw new NotFound(`No such image: ${fullName(wanted)}`);
  if (platform !== undefined && !matchesPlatform(image.platform, platform))
    throw new NotFound(
      `image with reference ${wanted} was found but does not match the specified platform: wanted ${platformText(platform)}, actual: ${platformText(image.platform)}`,
    );
  return image;
}

/** Returns the name of the container in a link: `container:alias`. */
export function linkTarget(link: string): string {
  if (link === '') throw new ServerError('empty string specified for links');
  const parts = link.split(':');
  if (parts.length > 2) throw new ServerError(`bad format for links: ${link}`);
  return parts[0] ?? '';
}

function validateDestinations({ Binds, Mounts, Tmpfs }: HostConfigInput): void {
  const taken = new Set(Object.keys(Tmpfs ?? {}).map((path) => resolvePath(path)));
  const destinations = [
    ...(Binds ?? []).map((bind) => parseBind(bind).destination),
    ...(Mounts ?? []).map(({ Target }) => Target ?? ''),
  ];
  for (const destination of destinations) {
    if (taken.has(resolvePath(destination))) throw new BadRequest(`Duplicate mount point: ${destination}`);
    taken.add(resolvePath(destination));
  }
}

/** Rejects the name of a missing container with 400: 404 would mean the requested resource itself. */
function requireContainer(find: Find, name: string, where: string): void {
  try {
    find(name);
  } catch (error) {
    throw error instanceof NotFound ? new BadRequest(`${where}${error.message}`) : error;
  }
}
