/** Pushes an image, with the user's credentials if wanted. */
import { credentialsFor, InputError, type JsonStream, type RegistryAuth } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';
import { splitReference } from './split-reference.js';

export interface PushOptions {
  /** Explicit ones, or `config`: those of the user's configuration file, if there are any for the registry. */
  readonly credentials?: RegistryAuth | 'config';
  readonly signal?: AbortSignal;
}

/** What a push tells. */
export type PushProgress =
  Awaited<ReturnType<AnyEngine['image']['push']>> extends JsonStream<infer Item> ? Item : never;

/**
 * Begins a push; its end, or failure, is in the stream: `await follow(await push(engine, 'ghcr.io/me/app:1'))`.
 * Without a tag `latest` is pushed.
 *
 * @throws CredentialError when the user's credentials cannot be had
 */
export async function push(
  engine: AnyEngine,
  reference: string,
  { credentials, signal }: PushOptions = {},
): Promise<JsonStream<PushProgress>> {
  const auth = credentials === 'config' ? await credentialsFor(reference, signal ? { signal } : {}) : credentials;
  const { name, tag = 'latest' } = splitReference(reference);
  if (tag.includes(':')) throw new InputError('REFERENCE_INVALID', `${reference}: a push names a tag, not a digest.`);
  // Engines refuse a push without the header, and take an empty object for nobody.
  return engine.image.push({ name, tag, 'X-Registry-Auth': auth ?? {} }, signal ? { signal } : {});
}
