/** The credentials of a pull or a push. */
import { credentialsFor, type RegistryAuth } from '@lading/runtime-client';

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
