/** Handles operations that save and load images as archives. */
import { buffer } from 'node:stream/consumers';
import { BadRequest, type HandlersV144 } from '@lading/server';
import type { Engine } from '../engine.js';
import { FileTree } from '../files/file-tree.js';
import { archiveOf, archiveWith, entriesOf } from '../files/tar.js';

type ImageHandlers = NonNullable<HandlersV144['image']>;

interface Manifest {
  readonly Config: string;
  readonly RepoTags: readonly string[] | null;
  readonly Layers: readonly string[];
}

export function archiveHandlers({ images, events }: Engine): Pick<ImageHandlers, 'get' | 'getAll' | 'load'> {
  const save = async (names: readonly string[]) => {
    const manifests: Manifest[] = [];
    const files: Record<string, string | Uint8Array> = {};
    for (const name of names) {
      const { id, tags, configFile, files: tree } = images.find(name);
      const [Config, Layer] = [`${id.slice(7)}.json`, `${id.slice(7)}/layer.tar`];
      files[Config] = configFile;
      files[Layer] = await buffer(archiveOf(tree, '/'));
      manifests.push({ Config, RepoTags: [...tags], Layers: [Layer] });
      events.emit('image', 'save', id, { name: id });
    }
    return archiveWith({ ...files, 'manifest.json': JSON.stringify(manifests) });
  };
  return {
    get: ({ path: { name } }) => save([name]),
    getAll: ({ query: { names = [] } }) => save(names),
    async *load({ body }) {
      const entries = await entriesOf(body);
      const file = (path: string): Buffer => {
        const entry = entries.get(`/${path}`);
        if (entry?.kind !== 'file') throw new BadRequest(`open ${path}: no such file or directory`);
        return entry.data;
      };
      for (const { Config, RepoTags, Layers } of JSON.parse(file('manifest.json').toString()) as Manifest[]) {
        const files = new FileTree();
        for (const layer of Layers) {
          for (const [path, entry] of await entriesOf([file(layer)])) files.put(path, entry);
        }
        const image = images.load(file(Config).toString(), files);
        if ((RepoTags ?? []).length === 0) yield { stream: `Loaded image ID: ${image.id}\n` };
        for (const tag of RepoTags ?? []) {
          images.tag(image, tag);
          yield { stream: `Loaded image: ${tag}\n` };
        }
        events.emit('image', 'load', image.id, { name: image.id });
      }
    },
  };
}
