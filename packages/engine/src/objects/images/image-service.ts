/** The rules of images: names, identity, layers, how they are created. */
import { BadRequest, NotFound } from '@lading/server-v1.44';
import type { ImageConfig } from '@lading/types-v1.44';
import { digestOf } from '../../values/digest.js';
import type { EventLog } from '../../state/event-log.js';
import type { FileTree } from '../../ports/filesystem.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import { platformOf, readConfigFile, type ConfigFile, type ConfigFileStep } from './config-file.js';
import { emptyConfig, type AttestationRecord, type HistoryRecord, type ImageRecord } from '../../state/image-record.js';
import { archiveOfChanges } from './layer-archive.js';
import { LayerService } from './layer-service.js';
import { machinePlatform, type ImagePlatform } from '../../distribution/platform.js';
import { fullName, requireValidName } from '../../distribution/reference.js';

export interface NewImage {
  /** The files over those of the parent; what differs becomes a layer. Without them, no file has changed. */
  readonly files?: FileTree;
  readonly config?: Partial<ImageConfig>;
  /** The id of the container from which it is created. */
  readonly container?: string;
  /** The settings of that container. */
  readonly containerConfig?: Partial<ImageConfig>;
  readonly parent?: ImageRecord | undefined;
  /** Without one, that of the parent or of the machine. */
  readonly platform?: ImagePlatform | undefined;
  /** The command that created it, for its history. */
  readonly createdBy: string;
  readonly comment?: string;
  readonly author?: string;
  /** The engine that made it from files or a container; images of builds name none. */
  readonly engineVersion?: string;
}

type ImagePorts = Pick<Ports, 'clock' | 'store' | 'filesystem' | 'blobs'>;

export class ImageService {
  readonly layers: LayerService;
  readonly #images: Collection<ImageRecord>;
  readonly #byTag = new Map<string, string>();
  readonly #clock: ImagePorts['clock'];
  readonly #events: EventLog;

  constructor(ports: ImagePorts, events: EventLog) {
    this.layers = new LayerService(ports);
    this.#clock = ports.clock;
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
  files({ layers }: ImageRecord): FileTree {
    return this.layers.files(layers);
  }

  /** Returns the bytes of the files of all layers. */
  layersSize(): number {
    return this.layers.all().reduce((sum, { size }) => sum + size, 0);
  }

  /** Creates an image from another one, or from nothing. */
  async add({ files, parent, createdBy, comment = '', author, ...given }: NewImage): Promise<ImageRecord> {
    const base = parent && readConfigFile(parent.configFile);
    const hasChanges = files !== undefined && (parent === undefined || files.changes().length > 0);
    const below = parent?.layers ?? [];
    const layer = hasChanges ? await this.layers.add(below, await archiveOfChanges(files)) : undefined;
    const created = new Date(this.#clock.now()).toISOString();
    const step: ConfigFileStep = {
      created,
      created_by: createdBy,
      ...(author && { author }),
      ...(comment !== '' && { comment }),
      ...(layer === undefined && { empty_layer: true }),
    };
    const { os, architecture, variant } = given.platform ?? parent?.platform ?? machinePlatform;
    const file: ConfigFile = {
      architecture,
      os,
      ...(variant !== undefined && { variant }),
      ...(given.engineVersion !== undefined && { docker_version: given.engineVersion }),
      ...((author ?? base?.author) && { author: author ?? base?.author ?? '' }),
      ...(comment !== '' && { comment }),
      config: { ...emptyConfig, ...parent?.config, ...given.config },
      ...(given.container !== undefined && { container: given.container }),
      ...(given.containerConfig && { container_config: given.containerConfig }),
      created,
      history: [...(base?.history ?? []), step],
      rootfs: { type: 'layers', diff_ids: layer === undefined ? below : [...below, layer.diffId] },
    };
    return this.#add(JSON.stringify(file), parent);
  }

  /**
   * Adds an image with the configuration file and the archives of its layers, the lowest first.
   *
   * @returns the existing image if there is one with this file
   * @throws BadRequest for archives that are not those of the configuration file
   */
  async load(configFile: string, archives: readonly (Buffer | (() => Promise<Buffer>))[]): Promise<ImageRecord> {
    const existing = this.get(digestOf(configFile));
    if (existing !== undefined) return existing;
    const { diff_ids: expected } = readConfigFile(configFile).rootfs;
    if (expected.length !== archives.length)
      throw new BadRequest(
        `invalid manifest, layers length mismatch: expected ${archives.length}, got ${expected.length}`,
      );
    for (const [index, archive] of archives.entries()) {
      const bytes = typeof archive === 'function' ? await archive() : archive;
      const { diffId } = await this.layers.add(expected.slice(0, index), bytes);
      if (diffId !== expected[index])
        throw new BadRequest(`invalid diffID for layer ${index}: expected "${expected[index]}", got "${diffId}"`);
    }
    return this.#add(configFile);
  }

  /** Keeps statements about an image. Without them, those that it has remain. */
  attest(image: ImageRecord, attestations: readonly AttestationRecord[] | undefined): ImageRecord {
    if (attestations === undefined) return image;
    const attested = { ...image, attestations };
    this.#put(attested);
    return attested;
  }

  /** Finds an image by name, id or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): ImageRecord {
    const image = this.search(wanted);
    if (image === undefined && !wanted.startsWith('sha256:')) requireValidName(wanted);
    if (image === undefined) throw new NotFound(`No such image: ${fullName(wanted)}`);
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
    for (let image = this.get(id); image !== undefined; image = this.get(image.parentId))
      if (image.id === ancestor) return true;
    return id === ancestor;
  }

  childrenOf({ id }: ImageRecord): ImageRecord[] {
    return this.#images.all().filter(({ parentId }) => parentId === id);
  }

  /** Gives an image a name, which another image loses. @returns the full name. @throws BadRequest */
  tag({ id }: ImageRecord, name: string, tag = ''): string {
    const full = fullName(name, tag);
    if (/^sha(256|384|512):/.test(full))
      throw new BadRequest('refusing to create an ambiguous tag using digest algorithm as name');
    if (name.includes('@')) throw new BadRequest('cannot import digest reference');
    requireValidName(full);
    const image = this.#current(id);
    const owner = this.get(this.#byTag.get(full) ?? '');
    const tags = [...image.tags.filter((each) => each !== full), full];
    const tagged = { ...image, tags, tagged: this.#clock.now() };
    if (owner === undefined || owner.id === id) this.#put(tagged);
    else this.#put({ ...owner, tags: owner.tags.filter((each) => each !== full) }, tagged);
    this.#byTag.set(full, id);
    this.#events.emit('image', 'tag', id, { ...image.config.Labels, name: full });
    return full;
  }

  untag(id: string, name: string): void {
    const image = this.#current(id);
    const isNot = (each: string): boolean => each !== name;
    this.#put({ ...image, tags: image.tags.filter(isNot), digests: image.digests.filter(isNot) });
    this.#byTag.delete(name);
    this.#events.emit('image', 'untag', id, { ...image.config.Labels, name: id });
  }

  /** Records that a registry has the image under this digest. */
  addDigest({ id }: ImageRecord, digest: string): void {
    const image = this.#current(id);
    if (!image.digests.includes(digest)) this.#put({ ...image, digests: [...image.digests, digest] });
  }

  /** Removes an image without a check. @returns the ids of layers that were removed with it */
  async delete(image: ImageRecord): Promise<string[]> {
    this.#images.delete(image.id);
    for (const tag of image.tags) this.#byTag.delete(tag);
    const removed = await this.layers.release(image.id);
    this.#events.emit('image', 'delete', image.id, { name: image.id });
    return removed.map(({ id }) => id);
  }

  #add(configFile: string, parent?: ImageRecord): ImageRecord {
    const file = readConfigFile(configFile);
    const { created, config, author = '', comment = '', rootfs } = file;
    const id = digestOf(configFile);
    const existing = this.get(id);
    if (existing !== undefined) return existing;
    const layers = rootfs.diff_ids;
    const history = this.#historyOf(file);
    const image: ImageRecord = {
      id,
      name: id,
      configFile,
      config: { ...emptyConfig, ...config },
      author,
      comment,
      tags: [],
      digests: [],
      tagged: 0,
      parentId: parent?.id ?? '',
      created: Date.parse(created),
      layers,
      history,
      platform: platformOf(file),
      size: history.reduce((sum, { size }) => sum + size, 0),
    };
    this.#put(image);
    return image;
  }

  /** Returns the history with the sizes of layers, the last step first. */
  #historyOf({ history, rootfs: { diff_ids }, created }: ConfigFile): HistoryRecord[] {
    const sizes = diff_ids.map((_, index) => this.layers.find(diff_ids.slice(0, index + 1))?.size ?? 0);
    const withLayers = history.filter(({ empty_layer }) => empty_layer !== true).length;
    // Archives of other tools may have no history, or less of it than layers.
    const missing = Array.from({ length: sizes.length - withLayers }, (): ConfigFileStep => ({ created }));
    return [...missing, ...history]
      .map((step) => ({
        created: Date.parse(step.created ?? created) || Date.parse(created),
        createdBy: step.created_by ?? '',
        comment: step.comment ?? '',
        size: step.empty_layer === true ? 0 : (sizes.shift() ?? 0),
      }))
      .reverse();
  }

  #current(id: string): ImageRecord {
    const image = this.get(id);
    if (image === undefined) throw new NotFound(`No such image: ${id}`);
    return image;
  }

  #put(...images: readonly ImageRecord[]): void {
    this.#images.put(...images);
    for (const image of images) this.#index(image);
  }

  #index({ id, tags, layers }: ImageRecord): void {
    this.layers.use(id, layers);
    for (const tag of tags) this.#byTag.set(tag, id);
  }
}
