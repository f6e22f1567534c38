/** Imports images from archives, and simulates pulls from a registry that has every image. */
import { BadRequest } from '@lading/server';
import type { CreateImageInfo, ImageCreateQuery } from '@lading/types-v1.44';
import type { Engine } from '../engine.js';
import { FileTree, type Entry } from '../files/file-tree.js';
import { entriesOf } from '../files/tar.js';
import { fullName } from './reference.js';
import { configWith } from './changes.js';

/** Imports the archive in the body, as `docker import` does. */
export async function* importImage(
  engine: Engine,
  { fromSrc, repo = '', tag, message = '', changes = [] }: ImageCreateQuery,
  body: AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<CreateImageInfo> {
  if (fromSrc !== '-' || body === undefined) throw new BadRequest('this engine imports only the body of the request');
  const files = new FileTree(await entriesOf(body));
  const image = engine.images.add({
    files,
    config: configWith({}, changes),
    by: '',
    comment: message || 'Imported from -',
  });
  if (repo !== '') engine.images.tag(image, repo, tag);
  engine.events.emit('image', 'import', image.id, { name: image.id });
  yield { status: image.id };
}

/** Simulates a pull, without a registry: every name is an image with the built-in programs. */
export async function* pullImage(
  engine: Engine,
  { fromImage = '', tag }: ImageCreateQuery,
): AsyncGenerator<CreateImageInfo> {
  if (!/^[a-z0-9][a-z0-9._/:@-]*$/.test(fromImage)) throw new BadRequest('invalid reference format');
  const name = fullName(fromImage, tag);
  yield { status: `Pulling from ${fromImage}`, id: tag || 'latest' };
  const existing = engine.images.search(name);
  const image =
    existing ?? engine.images.add({ files: new FileTree(folders()), config: { Cmd: ['sh'] }, by: 'CMD ["sh"]' });
  if (existing === undefined) {
    if (!name.includes('@')) engine.images.tag(image, name);
    const id = image.id.slice(7, 19);
    yield { status: 'Pulling fs layer', id, progressDetail: {} };
    yield { status: 'Pull complete', id, progressDetail: {} };
  }
  const digest = image.id;
  image.digests.add(`${name.replace(/[:@][^/]*$/, '')}@${digest}`);
  engine.events.emit('image', 'pull', name, { name });
  yield { status: `Digest: ${digest}` };
  yield { status: `Status: ${existing === undefined ? 'Downloaded newer image' : 'Image is up to date'} for ${name}` };
}

function folders(): [string, Entry][] {
  const folder: Entry = { kind: 'folder', mode: 0o755, modified: new Date() };
  return ['/bin', '/etc', '/root', '/tmp', '/usr', '/var'].map((path) => [path, folder]);
}
