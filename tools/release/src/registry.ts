/** Reads packages from a registry as npm does: through its proxies, with its time limits and retries. It needs no account. */
import { existsSync, readFileSync } from 'node:fs';
import fetch from 'npm-registry-fetch';
import { npm } from './npm.js';
import { PublishError } from './publish-error.js';
import { filesOf, type Files } from './tarball.js';

/** The most bytes of a response that are read. */
const maxBytes = 64 * 1024 * 1024;
/** How long a response may take, in milliseconds, where npm has no such setting. */
const usualTimeout = 5 * 60_000;

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
  const options = { ...settings, registry, preferOnline: true };
  const { versions = {}, 'dist-tags': tags = {} } = await packumentOf(name, options);
  return {
    versions: Object.keys(versions),
    tags,
    async files(version) {
      const { tarball, integrity } = versions[version]?.dist ?? {};
      if (typeof tarball !== 'string') throw failed(name, `it names no tarball of version ${version}`);
      const checked = typeof integrity === 'string' ? { ...options, integrity } : options;
      try {
        return await filesOf(await contentOf(tarball, checked));
      } catch (error) {
        // Its URL may contain a token.
        throw failed(name, `the tarball of version ${version} cannot be read (${messageOf(error)})`);
      }
    },
  };
}

/** Reads a response, whose length and time have limits: npm's client knows none of its length. */
async function contentOf(address: string, options: RegistrySettings): Promise<Buffer> {
  const { body } = await fetch(address, options);
  const { timeout = usualTimeout } = options;
  const timer = setTimeout(
    () => body.destroy(new Error(`it takes longer than ${String(timeout)} ms`)),
    Number(timeout),
  );
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) throw new Error(`its response is longer than ${maxBytes} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
}

async function packumentOf(name: string, options: RegistrySettings): Promise<Packument> {
  let text: string;
  try {
    text = String(await contentOf(`/${name.replace('/', '%2f')}`, options));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'E404') return {};
    throw failed(name, messageOf(error));
  }
  const content = parsed(text);
  const parts = isObject(content) ? [content['versions'] ?? {}, content['dist-tags'] ?? {}] : [undefined];
  if (!parts.every(isObject)) throw failed(name, 'its response does not describe a package');
  return content as Packument;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messageOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.slice(0, 300);
}

function failed(name: string, reason: string): PublishError {
  return new PublishError('REGISTRY_FAILED', `The registry cannot be queried for ${name}: ${reason}; see --registry.`);
}
