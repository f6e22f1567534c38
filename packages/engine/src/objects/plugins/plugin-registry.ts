/** Plugins in registries: a configuration and an archive of files, with a manifest. */
import { gzipSync } from 'node:zlib';
import { ServerError } from '@lading/server-v1.44';
import { readManifest } from '../../distribution/manifest.js';
import { mediaTypes } from '../../distribution/manifest.js';
import { fullName, registryReferenceOf, requireValidName } from '../../distribution/reference.js';
import { limitedBytes } from '../../filesystem/response-bytes.js';
import { archiveWith, bytesOf, entriesOf } from '../../filesystem/tar.js';
import type { Registry, RegistryCredentials, RepositoryAccess } from '../../ports/registry.js';
import type { PluginPackage } from '../../state/plugin-record.js';
import { digestOf } from '../../values/digest.js';
import { readPluginConfig } from './plugin-config.js';

/** Who asks for a plugin. */
export interface PluginClient {
  readonly credentials?: RegistryCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** In bytes: engines hold configurations in memory. */
const maxConfig = 4 * 1024 * 1024;
const maxFiles = 64 * 1024 * 1024;

export class PluginRegistry {
  readonly #registry: Registry;

  constructor(registry: Registry) {
    this.#registry = registry;
  }

  /** @throws ServerError if the name is not valid, or the registry has no such plugin; Unauthorized */
  async fetch(remote: string, client: PluginClient): Promise<PluginPackage> {
    requireValidName(remote, (message) => new ServerError(message));
    const { access, reference } = accessOf(remote, client);
    const { body, mediaType } = await this.#registry.manifest(access, reference).catch((error: Error) => {
      throw new ServerError(`error resolving plugin reference: ${error.message}`);
    });
    const manifest = readManifest(body.toString(), mediaType);
    if (manifest.kind !== 'image' || manifest.config.mediaType !== mediaTypes.pluginConfig)
      throw new ServerError('fetched plugin image but plugin config is missing');
    const blob = async (digest: string, what: string, length: number): Promise<Buffer> => {
      const data = await limitedBytes(await this.#registry.blob(access, digest), what, length);
      if (digestOf(data) !== digest) throw new ServerError(`${what} does not have the digest ${digest}`);
      return data;
    };
    const json = (await blob(manifest.config.digest, 'the plugin config', maxConfig)).toString();
    const files: [string, Buffer][] = [];
    for (const { digest } of manifest.layers)
      for (const [path, entry] of await entriesOf([await blob(digest, 'the files of the plugin', maxFiles)]))
        if (entry.kind === 'file') files.push([path, entry.data]);
    const config = readPluginConfig(
      json,
      files.map(([, data]) => data),
    );
    const { DockerVersion = '' } = JSON.parse(json) as { readonly DockerVersion?: string };
    return { config: { ...config, DockerVersion }, files };
  }

  /** @returns the digest and the size of the manifest. @throws ServerError, Unauthorized */
  async push(
    name: string,
    { config, files }: PluginPackage,
    client: PluginClient,
  ): Promise<{ readonly digest: string; readonly size: number }> {
    const { access, reference } = accessOf(name, client);
    const add = async (mediaType: string, data: Buffer) => {
      const digest = digestOf(data);
      await this.#registry.pushBlob(access, { digest, data });
      return { mediaType, size: data.length, digest };
    };
    const archive = archiveWith(Object.fromEntries(files.map(([path, data]) => [path.replace(/^\//, ''), data])));
    const layer = await add(mediaTypes.gzipLayer, gzipSync(await bytesOf(archive)));
    const own = await add(mediaTypes.pluginConfig, Buffer.from(JSON.stringify(config)));
    const manifest = { schemaVersion: 2, mediaType: mediaTypes.manifest, config: own, layers: [layer] };
    const body = Buffer.from(JSON.stringify(manifest, undefined, 3));
    const digest = await this.#registry.pushManifest(access, reference, { mediaType: mediaTypes.manifest, body });
    return { digest, size: body.length };
  }
}

function accessOf(name: string, client: PluginClient): { access: RepositoryAccess; reference: string } {
  const { host, repository, reference } = registryReferenceOf(fullName(name));
  return { access: { host, repository, ...client }, reference };
}
