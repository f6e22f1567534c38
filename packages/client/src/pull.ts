/** Pulls an image, with the user's credentials unless others are given. */
import type { JsonStream } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';
import { loginFor, type Login } from './registry-login.js';
import { splitReference } from './split-reference.js';

export interface PullOptions {
  /**
   * Explicit credentials, or `false` for none. @default those for the registry in the user's configuration, if there are any
   */
  readonly credentials?: Login;
  /** The platform of the image, such as `linux/arm64`. */
  readonly platform?: string;
  readonly signal?: AbortSignal;
}

/** The progress of a pull. */
export type PullProgress =
  Awaited<ReturnType<AnyEngine['image']['create']>> extends JsonStream<infer Item> ? Item : never;

/**
 * Starts a pull; the stream reports its end or failure: `await follow(await pull(engine, 'alpine'))`.
 * Without a tag or digest, pulls `latest`.
 *
 * @throws CredentialError when the user's credentials cannot be read
 */
export async function pull(
  engine: AnyEngine,
  reference: string,
  { credentials, platform, signal }: PullOptions = {},
): Promise<JsonStream<PullProgress>> {
  const auth = await loginFor(reference, credentials, signal);
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
