/** The rules of images: names, identity, use by containers, removal. */
import { BadRequest, Conflict, NotFound } from '@lading/server';
import type { ImageConfig, ImageDeleteResponseItem } from '@lading/types-v1.44';
import type { EventLog } from '../events/event-log.js';
import { MemoryTree } from '../filesystem/memory-tree.js';
import type { FileTree } from '../ports/filesystem.js';
import type { Ports } from '../ports/ports.js';
import { Collection } from '../store/collection.js';
import { idOf, readConfigFile, type ConfigFile } from './config-file.js';
import { emptyConfig } from './image-config.js';
import type { ImageRecord } from './image-record.js';
import { fullName, repositoryOf } from './reference.js';

export interface NewImage {
  /** The files. The image gets a copy of what differs from its parent. */
  readonly files: FileTree;
  readonly config?: Partial<ImageConfig>;
  readonly parent?: ImageRecord | undefined;
  readonly createdBy: string;
  readonly comment?: string;
  readonly author?: string;
}

/** A container that uses an image. */
export interface ImageUser {
  readonly id: string;
  readonly isRunning: boolean;
}

type ImagePorts = Pick<Ports, 'clock' | 'ids' | 'store' | 'filesystem'>;

export class ImageService {
  readonly #images: Collection<ImageRecord>;
  readonly #byTag = new Map<string, string>();
  readonly #ports: ImagePorts;
  readonly #events: EventLog;

  constructor(ports: ImagePorts, events: EventLog) {
    this.#ports = ports;
    this.#events = events;
    this.#images = new Collection(ports.store, 'images', 'image');
    for (const image of this.#images.all()) this.#index(image);
  }

  /** Returns the images, the newest first. */
  all(): ImageRecord[] {
    return this.#images.all().reverse();
  }

  get(id: string): ImageRecord | undefined {
    return this.#images.get(id);
  }

  /** Returns the files of an image. */
  files({ id, parentId }: ImageRecord): FileTree {
    const parent = this.get(parentId);
    return this.#ports.filesystem.open(treeOf(id), parent && this.files(parent)) ?? new MemoryTree();
  }

  add({ files, config, parent, createdBy, comment = '', author = '' }: NewImage): ImageRecord {
    const file: ConfigFile = {
      created: new Date(this.#ports.clock.now()).toISOString(),
      config: { ...emptyConfig, ...parent?.config, ...config },
      architecture: 'amd64',
      os: 'linux',
      author,
      comment,
      rootfs: { type: 'layers', diff_ids: [...(parent?.layers ?? []), `sha256:${this.#ports.ids.next()}`] },
    };
    return this.#add(JSON.stringify(file), files, createdBy, parent);
  }

  /** Adds an image with the configuration file. @returns the existing image if there is one with this file */
  load(configFile: string, files: FileTree): ImageRecord {
    return this.get(idOf(configFile)) ?? this.#add(configFile, files, '');
  }

  /** Finds an image by name, id or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): ImageRecord {
    const image = this.search(wanted);
    if (image === undefined) throw new NotFound(`No such image: ${/[:@]/.test(wanted) ? wanted : `${wanted}:latest`}`);
    return image;
  }

  search(wanted: string): ImageRecord | undefined {
    const name = fullName(wanted);
    const exact = this.get(wanted) ?? this.get(this.#byTag.get(name) ?? '');
    if (exact !== undefined) return exact;
    if (name.includes('@')) return this.all().find(({ digests }) => digests.includes(name));
    const digits = wanted.replace(/^sha256:/, '');
    if (!/^[0-9a-f]{2,64}$/.test(digits)) return undefined;
    const [found, other] = this.all().filter(({ id }) => id.startsWith(`sha256:${digits}`));
    if (other !== undefined) throw new BadRequest(`ambiguous reference: ${wanted}`);
    return found;
  }

  /** Whether an image is another one or was built on it. */
  isDerivedFrom(id: string, ancestor: string): boolean {
    return id === ancestor || (this.get(id)?.history.some(({ imageId }) => imageId === ancestor) ?? false);
  }

  hasChildren({ id }: ImageRecord): boolean {
    return this.#images.all().some(({ parentId }) => parentId === id);
  }

  /** Gives an image a name, which another image loses. @returns the full name. @throws BadRequest */
  tag({ id }: ImageRecord, name: string, tag = ''): string {
    const full = fullName(name, tag);
    if (/^sha(256|384|512):/.test(full))
      throw new BadRequest('refusing to create an ambiguous tag using digest algorithm as name');
    // Only the host name may have uppercase letters.
    if (!/^([A-Za-z0-9.-]+(:\d+)?\/)?[a-z0-9._/-]+$/.test(repositoryOf(full)))
      throw new BadRequest(`invalid reference format: ${name}`);
    const owner = this.get(this.#byTag.get(full) ?? '');
    if (owner !== undefined) this.#put({ ...owner, tags: owner.tags.filter((each) => each !== full) });
    const image = this.#current(id);
    this.#put({ ...image, tags: [...image.tags, full], tagged: this.#ports.clock.now() });
    this.#byTag.set(full, id);
    this.#events.emit('image', 'tag', id, { ...image.config.Labels, name: full });
    return full;
  }

  /** Records that a registry has the image under this digest. */
  addDigest({ id }: ImageRecord, digest: string): void {
    const image = this.#current(id);
    if (!image.digests.includes(digest)) this.#put({ ...image, digests: [...image.digests, digest] });
  }

  /**
   * Removes a name of an image, or the image together with its last name.
   *
   * @param usersOf returns the containers that use the image
   * @throws NotFound, Conflict
   */
  async remove(
    wanted: string,
    force: boolean,
    usersOf: (image: ImageRecord) => readonly ImageUser[],
  ): Promise<ImageDeleteResponseItem[]> {
    const image = this.find(wanted);
    const name = fullName(wanted);
    const byName = image.tags.includes(name);
    if (byName && image.tags.length > 1) return [this.#untag(image.id, name)];
    const users = usersOf(image);
    this.#rejectUsed(image, wanted, byName, force, users);
    const untagged = image.tags.map((tag) => this.#untag(image.id, tag));
    // An image that a container or another image uses loses its names but remains.
    if (users.length > 0 || this.hasChildren(image)) return untagged;
    this.#images.delete(image.id);
    await this.#ports.filesystem.delete(treeOf(image.id));
    this.#events.emit('image', 'delete', image.id, { name: image.id });
    return [...untagged, { Deleted: image.id }];
  }

  #rejectUsed(image: ImageRecord, wanted: string, byName: boolean, force: boolean, users: readonly ImageUser[]): void {
    const short = image.id.slice(7, 19);
    const running = users.find(({ isRunning }) => isRunning);
    if (!byName && running !== undefined)
      throw new Conflict(
        `conflict: unable to delete ${short} (cannot be forced) - image is being used by running container ${running.id.slice(0, 12)}`,
      );
    if (force) return;
    const [user] = users;
    if (user !== undefined && byName)
      throw new Conflict(
        `conflict: unable to remove repository reference "${wanted}" (must force) - container ${user.id.slice(0, 12)} is using its referenced image ${short}`,
      );
    if (user !== undefined)
      throw new Conflict(
        `conflict: unable to delete ${short} (must be forced) - image is being used by stopped container ${user.id.slice(0, 12)}`,
      );
    if (!byName && image.tags.length > 1)
      throw new Conflict(
        `conflict: unable to delete ${short} (must be forced) - image is referenced in multiple repositories`,
      );
    if (!byName && this.hasChildren(image))
      throw new Conflict(`conflict: unable to delete ${short} (cannot be forced) - image has dependent child images`);
  }

  #add(configFile: string, files: FileTree, createdBy: string, parent?: ImageRecord): ImageRecord {
    const { created, config, author = '', comment = '', rootfs } = readConfigFile(configFile);
    const id = idOf(configFile);
    const lower = parent && this.files(parent);
    const size = Math.max(0, files.size - (lower?.size ?? 0));
    const moment = Date.parse(created);
    const image: ImageRecord = {
      ...{ id, name: id, configFile, config: { ...emptyConfig, ...config }, author, comment },
      ...{ tags: [], digests: [], tagged: 0, parentId: parent?.id ?? '', created: moment, layers: rootfs.diff_ids },
      history: [{ imageId: id, created: moment, createdBy, comment, size }, ...(parent?.history ?? [])],
    };
    this.#ports.filesystem.copy(treeOf(id), files, lower);
    this.#put(image);
    return image;
  }

  #untag(id: string, name: string): ImageDeleteResponseItem {
    const image = this.#current(id);
    this.#put({ ...image, tags: image.tags.filter((each) => each !== name) });
    this.#byTag.delete(name);
    this.#events.emit('image', 'untag', id, { ...image.config.Labels, name: id });
    return { Untagged: name };
  }

  #current(id: string): ImageRecord {
    const image = this.get(id);
    if (image === undefined) throw new NotFound(`No such image: ${id}`);
    return image;
  }

  #put(image: ImageRecord): void {
    this.#images.put(image);
    this.#index(image);
  }

  #index({ id, tags }: ImageRecord): void {
    for (const tag of tags) this.#byTag.set(tag, id);
  }
}

function treeOf(id: string): string {
  return `image/${id}`;
}
