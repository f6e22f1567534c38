/** Reads packages from a registry, which needs no account. */
import { PublishError } from './publish-error.js';
import { filesOf, type Files } from './tarball.js';

interface PublishedPackage {
  readonly versions: readonly string[];
  /** The version of each tag. */
  readonly tags: Readonly<Record<string, string>>;
  files(version: string): Promise<Files>;
}

interface Packument {
  readonly 'dist-tags'?: Readonly<Record<string, string>>;
  readonly versions?: Readonly<Record<string, { readonly dist: { readonly tarball: string } }>>;
}

/** Reads the versions and tags of a package. @throws PublishError REGISTRY_FAILED */
export async function published(registry: string, name: string): Promise<PublishedPackage> {
  const base = registry.endsWith('/') ? registry : `${registry}/`;
  const response = await ask(new URL(name.replace('/', '%2f'), base), name);
  const packument: Packument = response.status === 404 ? {} : ((await response.json()) as Packument);
  const versions = packument.versions ?? {};
  return {
    versions: Object.keys(versions),
    tags: packument['dist-tags'] ?? {},
    async files(version) {
      const tarball = versions[version]?.dist.tarball;
      if (tarball === undefined) throw failed(name, `it has no version ${version}`);
      return filesOf(Buffer.from(await (await ask(new URL(tarball), name)).arrayBuffer()));
    },
  };
}

async function ask(address: URL, name: string): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address, { headers: { 'Cache-Control': 'no-cache' } });
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error;
    throw failed(name, cause instanceof Error ? cause.message : String(cause));
  }
  if (!response.ok && response.status !== 404) throw failed(name, `it responds with ${response.status}`);
  return response;
}

function failed(name: string, reason: string): PublishError {
  return new PublishError('REGISTRY_FAILED', `The registry cannot be queried for ${name}: ${reason}; see --registry.`);
}
