/** Pulls an image, with the user's credentials if wanted. */
import { credentialsFor, type JsonStream, type RegistryAuth } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';
import { splitReference } from './split-reference.js';

export interface PullOptions {
  /** Explicit ones, or `config`: those of the user's configuration file, if there are any for the registry. */
  readonly credentials?: RegistryAuth | 'config';
  /** `linux/arm64` */
  readonly platform?: string;
  readonly signal?: AbortSignal;
}

/** What a pull tells. */
export type PullProgress =
  Awaited<ReturnType<AnyEngine['image']['create']>> extends JsonStream<infer Item> ? Item : never;

/**
 * Begins a pull; its end, or failure, is in the stream: `await follow(await pull(engine, 'alpine'))`.
 * Without tag and digest `latest` is pulled.
 *
 * @throws CredentialError when the user's credentials cannot be had
 */
export async function pull(
  engine: AnyEngine,
  reference: string,
  { credentials, platform, signal }: PullOptions = {},
): Promise<JsonStream<PullProgress>> {
  const auth = credentials === 'config' ? await credentialsFor(reference, signal ? { signal } : {}) : credentials;
  const { name, tag } = splitReference(reference);
  return engine.image.create(
    {
      fromImage: name,
      tag: tag ?? 'latest',
      ...(platform !== undefined && { platform }),
      ...(auth && { 'X-Registry-Auth': auth }),
    },
    signal ? { signal } : {},
  );
}
