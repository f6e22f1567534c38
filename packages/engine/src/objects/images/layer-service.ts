/** The layers of images: each is an archive by digest, and the tree of files that it makes over the layers below. */
import { digestOf } from '../../values/digest.js';
import { MemoryTree } from '../../filesystem/memory-tree.js';
import { entriesOf } from '../../filesystem/tar.js';
import type { FileTree } from '../../ports/filesystem.js';
import type { Ports } from '../../ports/ports.js';
import { Collection } from '../../state/collection.js';
import { applyLayer } from './layer-archive.js';

export interface LayerRecord {
  /** The digest of the layer and all layers below it. */
  readonly id: string;
  /** Equal to the id. */
  readonly name: string;
  /** The digest of its archive without compression. */
  readonly diffId: string;
  /** The id of the layer below; empty for the lowest one. */
  readonly parentId: string;
  /** The bytes of its files. */
  readonly size: number;
}

export class LayerService {
  readonly #layers: Collection<LayerRecord>;
  readonly #ports: Pick<Ports, 'store' | 'filesystem' | 'blobs'>;
  /** The layers of images and containers, by their ids. */
  readonly #users = new Map<string, readonly string[]>();

  constructor(ports: Pick<Ports, 'store' | 'filesystem' | 'blobs'>) {
    this.#ports = ports;
    this.#layers = new Collection(ports.store, 'layers', 'layer');
  }

  /** Returns the highest of layers, whose digests are given from the lowest one. */
  find(diffIds: readonly string[]): LayerRecord | undefined {
    return this.#layers.get(chainIdOf(diffIds));
  }

  all(): LayerRecord[] {
    return this.#layers.all();
  }

  /** Adds a layer over others, or returns the existing one. @throws BadRequest for an invalid archive */
  async add(below: readonly string[], archive: Buffer): Promise<LayerRecord> {
    const diffId = digestOf(archive);
    const id = chainIdOf([...below, diffId]);
    const existing = this.#layers.get(id);
    if (existing !== undefined) return existing;
    const lower = this.files(below);
    const files = new MemoryTree(lower);
    applyLayer(files, await entriesOf([archive], '/', lower));
    const parentId = chainIdOf(below);
    // What the record needs is stored first: nothing refers to it if the process ends in between.
    this.#ports.blobs.write(archive);
    this.#ports.filesystem.copy(treeOf(id), files, lower);
    const size = files.changes().reduce((sum, { path }) => sum + sizeOf(files, path), 0);
    const layer = { id, name: id, diffId, parentId, size };
    this.#layers.put(layer);
    return layer;
  }

  /** Returns the files of layers, the lowest first. */
  files(diffIds: readonly string[]): FileTree {
    return this.#files(chainIdOf(diffIds)) ?? new MemoryTree();
  }

  /** Returns the archive of a layer, without compression. */
  archive(diffId: string): Buffer {
    const archive = this.#ports.blobs.read(diffId);
    if (archive === undefined) throw new Error(`the archive of the layer ${diffId} is missing`);
    return archive;
  }

  /** Records that an image or a container uses the layers. */
  use(user: string, diffIds: readonly string[]): void {
    this.#users.set(user, diffIds);
  }

  /** Records that an image or a container is removed. @returns the layers that went with it, the highest first */
  async release(user: string): Promise<LayerRecord[]> {
    const diffIds = this.#users.get(user) ?? [];
    this.#users.delete(user);
    return diffIds.length === 0 ? [] : this.removeUnused();
  }

  /** Removes layers that nothing uses, such as those of an interrupted pull. */
  async removeUnused(): Promise<LayerRecord[]> {
    const used = new Set<string>();
    for (const diffIds of this.#users.values()) for (const id of chainIdsOf(diffIds)) used.add(id);
    const unused = this.all()
      .filter(({ id }) => !used.has(id))
      .reverse();
    for (const { id } of unused) this.#layers.delete(id);
    const usedArchives = new Set(this.all().map(({ diffId }) => diffId));
    for (const { id, diffId } of unused) {
      await this.#ports.filesystem.delete(treeOf(id));
      if (!usedArchives.has(diffId)) this.#ports.blobs.delete(diffId);
    }
    return unused;
  }

  #files(id: string): FileTree | undefined {
    const layer = this.#layers.get(id);
    return layer && this.#ports.filesystem.open(treeOf(id), this.#files(layer.parentId));
  }
}

/** Returns the id of layers together; that of the lowest one is its own digest. */
function chainIdOf(diffIds: readonly string[]): string {
  return chainIdsOf(diffIds).at(-1) ?? '';
}

function chainIdsOf(diffIds: readonly string[]): string[] {
  const ids: string[] = [];
  for (const diffId of diffIds) {
    const below = ids.at(-1);
    ids.push(below === undefined ? diffId : digestOf(`${below} ${diffId}`));
  }
  return ids;
}

function treeOf(id: string): string {
  return `layer/${id}`;
}

function sizeOf(files: FileTree, path: string): number {
  const entry = files.get(path);
  return entry?.kind === 'file' ? entry.data.length : 0;
}
