/** Handles operations that ask registries about images. */
import { BadRequest, type Handlers } from '@lading/server-v1.44';
import type { AuthConfig, OCIDescriptor, OCIPlatform } from '@lading/types-v1.44';
import { limitedBytes } from '../../filesystem/response-bytes.js';
import type { Registry, RegistryCredentials, RepositoryAccess } from '../../ports/registry.js';
import { maxConfigFile, platformOf, readConfigFile } from '../../objects/images/config-file.js';
import { readManifest } from '../../distribution/manifest.js';
import type { ImagePlatform } from '../../distribution/platform.js';
import { fullName, registryReferenceOf } from '../../distribution/reference.js';

export function distributionHandlers(registry: Registry): NonNullable<Handlers['distribution']> {
  return {
    async inspect({ path: { name }, headers, signal }) {
      if (/^[0-9a-f]{64}$/.test(name)) throw new BadRequest(`unknown image reference format: ${name}`);
      const { host, repository, reference } = registryReferenceOf(fullName(name));
      const access: RepositoryAccess = {
        host,
        repository,
        credentials: credentialsOf(headers['X-Registry-Auth']),
        signal,
      };
      const { digest, mediaType, body } = await registry.manifest(access, reference);
      const manifest = readManifest(body.toString(), mediaType);
      const platforms =
        manifest.kind === 'index'
          ? manifest.manifests.flatMap(({ platform }) => (platform === undefined ? [] : [platform]))
          : [
              platformOf(
                readConfigFile(
                  (
                    await limitedBytes(
                      await registry.blob(access, manifest.config.digest),
                      'the image config',
                      maxConfigFile,
                    )
                  ).toString(),
                ),
              ),
            ];
      const descriptor: OCIDescriptor = { mediaType, digest, size: body.length };
      return { Descriptor: descriptor, Platforms: platforms.map(ociPlatform) };
    },
  };
}

/** Reads the credentials of a header; an empty object means none. */
export function credentialsOf(auth: AuthConfig | null | undefined): RegistryCredentials | undefined {
  const { username, password, identitytoken, registrytoken, auth: encoded } = auth ?? {};
  const [, name, secret] = /^([^:]+):([^]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? [];
  const credentials: RegistryCredentials = {
    username: username || name,
    password: password || secret,
    identityToken: identitytoken || undefined,
    registryToken: registrytoken || undefined,
  };
  return Object.values(credentials).some((value) => value !== undefined) ? credentials : undefined;
}

function ociPlatform({ os, architecture, variant }: ImagePlatform): OCIPlatform {
  return { architecture, os, ...(variant !== undefined && { variant }) };
}
