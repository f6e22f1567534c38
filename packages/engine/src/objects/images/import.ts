/** Imports images from archives of files, as `docker import` does. */
import { BadRequest, ServerError } from '@lading/server-v1.44';
import type { CreateImageInfo, ImageCreateQuery } from '@lading/types-v1.44';
import { MemoryTree } from '../../filesystem/memory-tree.js';
import { responseBytes } from '../../filesystem/response-bytes.js';
import { bytesOf, entriesOf } from '../../filesystem/tar.js';
import type { ImageContext } from './layer-sources.js';
import { engineVersion, machinePlatform, parsePlatform } from '../../distribution/platform.js';
import { requireValidTag } from '../../distribution/reference.js';
import { progressOf } from './progress.js';

export async function* importImage(
  { images, events, ports: { runtime } }: ImageContext,
  { fromSrc = '-', repo = '', tag, message = '', changes = [], platform }: ImageCreateQuery,
  body: AsyncIterable<Uint8Array> | undefined,
): AsyncGenerator<CreateImageInfo> {
  if (repo !== '') requireValidTag(repo, tag);
  // The instructions of Dockerfiles are loaded when an engine first needs them.
  const { configWith } = await import('../../dockerfile/config-instruction.js');
  const config = configWith({}, changes, (name) => runtime.signalNumber(name) !== undefined);
  const wanted = platform ? parsePlatform(platform) : undefined;
  if (wanted !== undefined && wanted.os !== machinePlatform.os)
    throw new BadRequest('operating system is not supported');
  let archive: Buffer;
  if (fromSrc === '-') archive = await bytesOf(body ?? []);
  else {
    const address = /^https?:\/\//.test(fromSrc) ? fromSrc : `http://${fromSrc}`;
    yield { status: `Downloading from ${address}` };
    archive = await download(address);
    yield progressOf('Importing', '', archive.length, archive.length);
  }
  const files = MemoryTree.of(await entriesOf([archive]));
  const comment = message || `Imported from ${fromSrc}`;
  const image = await images.add({ files, config, platform: wanted, createdBy: '', comment, engineVersion });
  if (repo !== '') images.tag(image, repo, tag);
  events.emit('image', 'import', image.id, { name: image.id });
  yield { status: image.id };
}

async function download(address: string): Promise<Buffer> {
  let response: Response;
  try {
    response = await fetch(address);
  } catch (error) {
    const { cause } = error as { readonly cause?: Error };
    throw new ServerError(`Get "${address}": ${cause?.message ?? String(error)}`);
  }
  if (!response.ok) {
    await response.body?.cancel();
    throw new BadRequest(`failed to GET ${address} with status ${response.status} ${response.statusText}`);
  }
  return responseBytes(response, `the archive at ${address}`);
}
