/** The image store of the engine. */
import { BadRequest, Conflict, NotFound } from '@lading/server';
import type { ImageConfig, ImageDeleteResponseItem } from '@lading/types-v1.44';
import type { Events } from '../events.js';
import type { FileTree } from '../files/file-tree.js';
import { newId } from '../ids.js';
import { idOf, readConfigFile, type ConfigFile } from './config-file.js';
import { emptyConfig, type Image, type Layer } from './image.js';
import { fullName, repositoryOf } from './reference.js';

interface NewImage {
  readonly files: FileTree;
  readonly config?: Partial<ImageConfig>;
  readonly parent?: Image | undefined;
  readonly by: string;
  readonly comment?: string;
  readonly author?: string;
}

export class Images {
  readonly #all = new Map<string, Image>();
  readonly #events: Events;

  constructor(events: Events) {
    this.#events = events;
  }

  all(): Image[] {
    return [...this.#all.values()].reverse();
  }

  add({ files, config, parent, by, comment = '', author = '' }: NewImage): Image {
    const file: ConfigFile = {
      created: new Date().toISOString(),
      config: { ...emptyConfig, ...parent?.config, ...config },
      architecture: 'amd64',
      os: 'linux',
      author,
      comment,
      rootfs: { type: 'layers', diff_ids: [`sha256:${newId()}`] },
    };
    return this.#addDescribed(JSON.stringify(file), files, by, parent);
  }

  /** Adds an image with the configuration file. @returns the existing image if there is one with this file */
  load(configFile: string, files: FileTree): Image {
    return this.#all.get(idOf(configFile)) ?? this.#addDescribed(configFile, files, '');
  }

  /** Finds an image by name, id or id prefix. @throws NotFound; BadRequest if the prefix is ambiguous */
  find(wanted: string): Image {
    const image = this.search(wanted);
    if (image === undefined) throw new NotFound(`No such image: ${/[:@]/.test(wanted) ? wanted : `${wanted}:latest`}`);
    return image;
  }

  search(wanted: string): Image | undefined {
    const name = fullName(wanted);
    const exactMatch = this.all().find(({ id, tags, digests }) => id === wanted || tags.has(name) || digests.has(name));
    const digits = wanted.replace(/^sha256:/, '');
    if (exactMatch !== undefined || !/^[0-9a-f]{2,64}$/.test(digits)) return exactMatch;
    const [found, other] = this.all().filter(({ id }) => id.startsWith(`sha256:${digits}`));
    if (other !== undefined) throw new BadRequest(`ambiguous reference: ${wanted}`);
    return found;
  }

  tag(image: Image, name: string, tag = ''): string {
    const full = fullName(name, tag);
    if (/^sha(256|384|512):/.test(full))
      throw new BadRequest('refusing to create an ambiguous tag using digest algorithm as name');
    // Only the host name may have uppercase letters.
    if (!/^([A-Za-z0-9.-]+(:\d+)?\/)?[a-z0-9._/-]+$/.test(repositoryOf(full)))
      throw new BadRequest(`invalid reference format: ${name}`);
    for (const other of this.#all.values()) other.tags.delete(full);
    image.tags.add(full);
    image.tagged = new Date();
    this.#events.emit('image', 'tag', image.id, { ...image.config.Labels, name: full });
    return full;
  }

  /**
   * Removes a name of an image, or the image together with its last name.
   * @param userOf returns the id of a container that uses the image
   */
  remove(wanted: string, force: boolean, userOf: (image: Image) => string | undefined): ImageDeleteResponseItem[] {
    const image = this.find(wanted);
    const name = fullName(wanted);
    const byName = image.tags.has(name);
    if (byName && image.tags.size > 1) return [this.#untag(image, name)];
    const user = userOf(image);
    if (user !== undefined && !force) {
      throw new Conflict(
        `conflict: unable to remove repository reference "${wanted}" (must force) - container ${user.slice(0, 12)} is using its referenced image ${image.id.slice(7, 19)}`,
      );
    }
    if (!byName && image.tags.size > 1 && !force) {
      throw new Conflict(
        `conflict: unable to delete ${image.id.slice(7, 19)} (must be forced) - image is referenced in multiple repositories`,
      );
    }
    const untagged = [...image.tags].map((tag) => this.#untag(image, tag));
    // An image that a container uses loses its names but remains.
    if (user !== undefined) return untagged;
    this.#all.delete(image.id);
    this.#events.emit('image', 'delete', image.id, { name: image.id });
    return [...untagged, { Deleted: image.id }];
  }

  #addDescribed(configFile: string, files: FileTree, by: string, parent?: Image): Image {
    const { created, config, author = '', comment = '', rootfs } = readConfigFile(configFile);
    const id = idOf(configFile);
    const size = Math.max(0, files.size - (parent?.files.size ?? 0));
    const layer: Layer = { id, created: new Date(created), by, comment, size };
    const image: Image = {
      id,
      configFile,
      tags: new Set(),
      digests: new Set(),
      parent: parent?.id ?? '',
      created: layer.created,
      config: { ...emptyConfig, ...config },
      files,
      layers: rootfs.diff_ids,
      author,
      comment,
      history: [layer, ...(parent?.history ?? [])],
      tagged: undefined,
    };
    this.#all.set(id, image);
    return image;
  }

  #untag(image: Image, name: string): ImageDeleteResponseItem {
    image.tags.delete(name);
    this.#events.emit('image', 'untag', image.id, { ...image.config.Labels, name: image.id });
    return { Untagged: name };
  }
}
