/** The image on which a stage is based, or from which files are copied. */
import type { ImageContext } from '../objects/images/layer-sources.js';
import type { ImageRecord } from '../state/image-record.js';
import { BadRequest } from '@lading/server-v1.44';
import { parsePlatform, platformText, type ImagePlatform } from '../distribution/platform.js';
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
  wanted: string | undefined,
  { pullsAlways, credentialsFor, signal }: BaseImageOptions,
): AsyncGenerator<string, ImageRecord> {
  const platform = wanted ? parsePlatform(wanted) : undefined;
  const local = pullsAlways ? undefined : engine.images.search(name);
  if (local !== undefined && (platform === undefined || isFor(local, platform))) return local;
  const pull = pullImage(engine, { name, platform: wanted, credentials: credentialsFor(name), signal });
  for (;;) {
    const { done, value } = await pull.next();
    if (done === true) return value;
    if (value.status !== undefined) yield `${value.id === undefined ? '' : `${value.id}: `}${value.status}\n`;
  }
}

/** Returns the platform that `FROM` names, in full. @throws BadRequest if it is none */
export function stagePlatform(text: string): string {
  try {
    return platformText(parsePlatform(text));
  } catch (error) {
    throw error instanceof BadRequest ? new BadRequest(`failed to parse platform ${text}: ${error.message}`) : error;
  }
}

function isFor({ platform }: ImageRecord, wanted: ImagePlatform): boolean {
  return platform.os === wanted.os && platform.architecture === wanted.architecture;
}
