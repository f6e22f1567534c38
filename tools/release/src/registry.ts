/** Reads packages from a registry as npm does: through its proxies, with its time limits and retries. It needs no account. */
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import fetch from 'make-fetch-happen';
import semver from 'semver';
import ssri from 'ssri';
import { filesOf, type Files } from './contents.js';
import { npm, PublishError } from './npm.js';
import { isObject } from './workspace.js';

/** The most bytes of a response that are read. */
const maxBytes = 64 * 1024 * 1024;
const unzip = promisify(gunzip);
/** How long a response may take, in milliseconds, where npm has no such setting. */
const usualTimeout = 5 * 60_000;
/** As npm does: a registry may close a connection at the moment that a request uses it again. */
const usualRetries = 2;

interface PublishedPackage {
  readonly versions: readonly string[];
  /** The version of each tag. */
  readonly tags: Readonly<Record<string, string>>;
  files(version: string): Promise<Files>;
}

interface Packument {
  readonly 'dist-tags'?: Readonly<Record<string, string>>;
  readonly versions?: Readonly<
    Record<string, { readonly dist?: { readonly tarball?: unknown; readonly integrity?: unknown } }>
  >;
}

/** How npm is configured to reach registries. */
export type RegistrySettings = Readonly<Record<string, unknown>>;

/** Returns the settings of npm: its proxies, time limits and retries. Without proxies, those of the environment apply. */
export async function registrySettings(root: string): Promise<RegistrySettings> {
  const config = JSON.parse(await npm(['config', 'list', '--json'], root)) as Readonly<Record<string, unknown>>;
  const settings = {
    proxy: config['https-proxy'] ?? config['proxy'],
    noProxy: config['noproxy'],
    ca: config['ca'] ?? certificatesOf(config['cafile']),
    strictSSL: config['strict-ssl'],
    timeout: config['fetch-timeout'],
    fetchRetries: config['fetch-retries'],
    fetchRetryMintimeout: config['fetch-retry-mintimeout'],
    fetchRetryMaxtimeout: config['fetch-retry-maxtimeout'],
  };
  const isSet = (value: unknown) => value !== undefined && value !== null && value !== '' && String(value) !== '';
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => isSet(value)));
}

/** Returns the certificates of a file, as npm reads the setting `cafile`: those of a file that does not exist are none. */
function certificatesOf(file: unknown): readonly string[] | undefined {
  if (typeof file !== 'string' || !existsSync(file)) return undefined;
  return readFileSync(file, 'utf8').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? undefined;
}

/** Reads the versions and tags of a package. @throws PublishError REGISTRY_FAILED */
export async function published(
  registry: string,
  name: string,
  settings: RegistrySettings = {},
): Promise<PublishedPackage> {
  const { versions = {}, 'dist-tags': tags = {} } = await packumentOf(name, registry, settings);
  return {
    versions: Object.keys(versions),
    tags,
    async files(version) {
      const { tarball, integrity } = (Object.hasOwn(versions, version) ? versions[version]?.dist : undefined) ?? {};
      if (typeof tarball !== 'string') throw failed(name, `it names no tarball of version ${version}`);
      try {
        const bytes = await contentOf(tarball, settings);
        if (typeof integrity === 'string') ssri.checkData(bytes, integrity, { error: true });
        return await filesOf(bytes);
      } catch (error) {
        // Its URL may contain a token.
        throw failed(name, `the tarball of version ${version} cannot be read (${messageOf(error)})`);
      }
    },
  };
}

/**
 * Reads a response, whose length and time have limits. The client of npm knows none of its length, and decompresses whatever
 * arrives: it is decompressed here, with the same limit.
 */
async function contentOf(address: string, settings: RegistrySettings): Promise<Buffer> {
  const { timeout = usualTimeout, fetchRetries: retries = usualRetries } = settings;
  const { fetchRetryMintimeout: minTimeout = 1000, fetchRetryMaxtimeout: maxTimeout = 60_000 } = settings;
  const { status, statusText, body, headers } = await fetch(address, {
    ...settings,
    timeout,
    retry: { retries, minTimeout, maxTimeout },
    headers: { 'accept-encoding': 'gzip' },
    compress: false,
    cache: 'no-store',
  });
  const late = new Error(`it takes longer than ${String(timeout)} ms`);
  const timer = setTimeout(() => body.destroy(late), Number(timeout));
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    if (status !== 200) throw Object.assign(new Error(`${status} ${statusText} - GET ${address}`), { status });
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) throw tooLong();
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    const encoding = headers.get('content-encoding') ?? 'identity';
    if (encoding === 'identity') return bytes;
    if (!/^(x-)?gzip$/.test(encoding)) throw new Error(`its encoding ${encoding} was not asked for`);
    return await unzip(bytes, { maxOutputLength: maxBytes }).catch((error: unknown) => {
      throw error instanceof RangeError ? tooLong() : error;
    });
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

const tooLong = (): Error => new Error(`its response is longer than ${maxBytes} bytes`);

async function packumentOf(name: string, registry: string, settings: RegistrySettings): Promise<Packument> {
  let text: string;
  try {
    text = String(await contentOf(`${registry.replace(/\/$/, '')}/${name.replace('/', '%2f')}`, settings));
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 404) return {};
    throw failed(name, messageOf(error));
  }
  const content = parsed(text);
  const parts = isObject(content) ? [content['versions'] ?? {}, content['dist-tags'] ?? {}] : [undefined];
  if (!parts.every(isObject)) throw failed(name, 'its response does not describe a package');
  const wrong = Object.keys(parts[0] ?? {}).find((version) => semver.valid(version) === null);
  if (wrong !== undefined) throw failed(name, `${JSON.stringify(wrong.slice(0, 100))} is not a version`);
  return content as Packument;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.slice(0, 300);
}

function failed(name: string, reason: string): PublishError {
  return new PublishError('REGISTRY_FAILED', `The registry cannot be queried for ${name}: ${reason}; see --registry.`);
}
