/** Imports images from archives of files, as `docker import` does. */
import { BadRequest } from '@lading/server';
import type { CreateImageInfo, ImageCreateQuery } from '@lading/types-v1.44';
import { configWith } from '../build/changes.js';
import { MemoryTree } from '../filesystem/memory-tree.js';
import { entriesOf } from '../filesystem/tar.js';
import type { ImageHandlerContext } from './image-handler-context.js';

export async function* importImage(
  { images, events }: ImageHandlerContext,
  { fromSrc, repo = '', tag, message = '', changes = [] }: ImageCreateQuery,
  body: AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<CreateImageInfo> {
  if (fromSrc !== '-' || body === undefined) throw new BadRequest('this engine imports only the body of the request');
  const files = MemoryTree.of(await entriesOf(body));
  const comment = message || 'Imported from -';
  const image = images.add({ files, config: configWith({}, changes), createdBy: '', comment });
  if (repo !== '') images.tag(image, repo, tag);
  events.emit('image', 'import', image.id, { name: image.id });
  yield { status: image.id };
}
