/** The image on which a stage is based, or from which files are copied. */
import type { ImageContext } from '../objects/images/layer-sources.js';
import type { ImageRecord } from '../state/image-record.js';
import { parsePlatform, type ImagePlatform } from '../distribution/platform.js';
import { pullImage } from '../objects/images/pull.js';
import type { RegistryCredentials } from '../ports/registry.js';

export interface BaseImageOptions {
  readonly pullsAlways: boolean;
  readonly credentialsFor: (image: string) => RegistryCredentials | undefined;
  readonly signal: AbortSignal;
}

/** Returns a local image, or pulls it, and yields the progress as text. */
export async function* baseImage(
  engine: ImageContext,
  name: string,
  platformText: string | undefined,
  { pullsAlways, credentialsFor, signal }: BaseImageOptions,
): AsyncGenerator<string, ImageRecord> {
  const platform = platformText ? parsePlatform(platformText) : undefined;
  const local = pullsAlways ? undefined : engine.images.search(name);
  if (local !== undefined && (platform === undefined || isFor(local, platform))) return local;
  const pull = pullImage(engine, { name, platform: platformText, credentials: credentialsFor(name), signal });
  for (;;) {
    const { done, value } = await pull.next();
    if (done === true) return value;
    if (value.status !== undefined) yield `${value.id === undefined ? '' : `${value.id}: `}${value.status}\n`;
  }
}

function isFor({ platform }: ImageRecord, wanted: ImagePlatform): boolean {
  return platform.os === wanted.os && platform.architecture === wanted.architecture;
}
