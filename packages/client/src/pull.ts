/** Pulls an image, with the user's credentials unless others are given. */
import { credentialsFor, type JsonStream, type RegistryAuth } from '@lading/runtime-client';
import type { AnyEngine } from '../gen/engine.js';

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

/** Explicit credentials, or `false` for none; by default those of the user's configuration, if it has any for the registry. */
export type Login = RegistryAuth | false;

/** @throws CredentialError when the user's credentials cannot be read */
export async function loginFor(
  reference: string,
  credentials: Login | undefined,
  signal: AbortSignal | undefined,
): Promise<RegistryAuth | undefined> {
  if (credentials === false) return undefined;
  return credentials ?? credentialsFor(reference, signal ? { signal } : {});
}

/** Splits an image reference into its name and its tag or digest. */
export function splitReference(reference: string): { readonly name: string; readonly tag?: string } {
  const at = reference.indexOf('@');
  if (at >= 0) {
    // A digest takes precedence; a tag before it is informative only.
    return { name: splitReference(reference.slice(0, at)).name, tag: reference.slice(at + 1) };
  }
  const colon = reference.lastIndexOf(':');
  // A colon before a slash belongs to a port.
  if (colon <= reference.lastIndexOf('/')) return { name: reference };
  return { name: reference.slice(0, colon), tag: reference.slice(colon + 1) };
}
