/** Pulls images from the registry of the engine. */
import { BadRequest } from '@lading/server';
import type { CreateImageInfo, ImageCreateQuery } from '@lading/types-v1.44';
import { MemoryTree } from '../filesystem/memory-tree.js';
import type { ImageHandlerContext } from './image-handler-context.js';
import { fullName } from './reference.js';

export async function* pullImage(
  { images, events, ports: { registry } }: ImageHandlerContext,
  { fromImage = '', tag }: ImageCreateQuery,
): AsyncGenerator<CreateImageInfo> {
  if (!/^[a-z0-9][a-z0-9._/:@-]*$/.test(fromImage)) throw new BadRequest('invalid reference format');
  const name = fullName(fromImage, tag);
  const { digest, configFile, layers } = await registry.resolve(name, undefined);
  yield { status: `Pulling from ${fromImage}`, id: tag || 'latest' };
  const existing = images.search(name);
  let image = existing;
  if (image === undefined) {
    const files = new MemoryTree();
    for (const layer of layers) {
      const id = layer.digest.slice(7, 19);
      yield { status: 'Pulling fs layer', id, progressDetail: {} };
      await layer.apply(files);
      yield { status: 'Pull complete', id, progressDetail: {} };
    }
    image = images.load(configFile, files);
    if (!name.includes('@')) images.tag(image, name);
  }
  images.addDigest(image, `${name.replace(/[:@][^/]*$/, '')}@${digest}`);
  events.emit('image', 'pull', name, { name });
  yield { status: `Digest: ${digest}` };
  yield { status: `Status: ${existing === undefined ? 'Downloaded newer image' : 'Image is up to date'} for ${name}` };
}
