/** Pushes an image, with the user's credentials unless others are given. */
import { InputError, type JsonStream } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';
import { loginFor, splitReference, type Login } from './pull.js';

export interface PushOptions {
  /**
   * Explicit credentials, or `false` for none. @default those for the registry in the user's configuration, if there are any
   */
  readonly credentials?: Login;
  readonly signal?: AbortSignal;
}

/** The progress of a push. */
export type PushProgress =
  Awaited<ReturnType<AnyEngine['image']['push']>> extends JsonStream<infer Item> ? Item : never;

/**
 * Starts a push; the stream reports its end or failure: `await follow(await push(engine, 'ghcr.io/me/app:1'))`.
 * Without a tag, pushes `latest`.
 *
 * @throws CredentialError when the user's credentials cannot be read
 */
export async function push(
  engine: AnyEngine,
  reference: string,
  { credentials, signal }: PushOptions = {},
): Promise<JsonStream<PushProgress>> {
  const auth = await loginFor(reference, credentials, signal);
  const { name, tag = 'latest' } = splitReference(reference);
  if (tag.includes(':')) throw new InputError('REFERENCE_INVALID', `${reference}: a push names a tag, not a digest.`);
  // Engines reject a push without the header; an empty object means no credentials.
  return engine.image.push({ name, tag, 'X-Registry-Auth': auth ?? {} }, signal ? { signal } : {});
}
