/** A registry in memory: repositories, blobs and manifests, served by the distribution protocol. */
import { randomBytes } from 'node:crypto';
import { digestOf } from '../values/digest.js';
import { ImageDefinitions } from '../definitions/image-definitions.js';
import { mediaTypes, readManifest } from '../distribution/manifest.js';
import { registryFailure, RegistryUsers } from './registry-users.js';
import { serveRegistry, type RegistryListener } from './serve-registry.js';
import { anyImage, unavailableImages, type GeneratedImage } from './any-image.js';
import type { RegistryManifest } from '../ports/registry.js';

/** What a repository has. */
interface Repository {
  readonly blobs: Map<string, Buffer>;
  readonly manifests: Map<string, StoredManifest>;
  /** The digests of manifests, by tag. */
  readonly tags: Map<string, string>;
}

interface StoredManifest {
  readonly mediaType: string;
  readonly body: Buffer;
}

interface RequestContext {
  readonly request: Request;
  readonly url: URL;
  readonly repository: string;
  readonly rest: string;
}

const routes: readonly [RegExp, keyof MemoryRegistryRoutes][] = [
  [/^\/v2\/(.+)\/manifests\/([^/]+)$/, 'manifests'],
  [/^\/v2\/(.+)\/blobs\/uploads\/([^/]*)$/, 'uploads'],
  [/^\/v2\/(.+)\/blobs\/([^/]+)$/, 'blobs'],
  [/^\/v2\/(.+)\/tags\/(list)$/, 'tags'],
];

type MemoryRegistryRoutes = Record<
  'manifests' | 'uploads' | 'blobs' | 'tags',
  (context: RequestContext) => Response | Promise<Response>
>;

/** How many images are not created again where clients ask for their parts. */
const keptImages = 16;

export class MemoryRegistry {
  /** The names under which the engine reaches it without a connection. Images without a registry are its own too. */
  readonly hosts: Set<string> = new Set(['registry.test', 'registry-1.docker.io', 'index.docker.io']);
  /** Who may push, and pull if there is anyone. */
  readonly users = new RegistryUsers();
  /** Whether an image that was never pushed exists: it has the programs of the engine, and no files. */
  createsImages = true;
  readonly #definitions: ImageDefinitions;
  readonly #repositories = new Map<string, Repository>();
  /** The images that were created last, by name and tag. */
  readonly #images = new Map<string, Promise<GeneratedImage>>();
  readonly #uploads = new Map<string, Buffer>();
  readonly #listeners = new Set<RegistryListener>();

  readonly #routes: MemoryRegistryRoutes = {
    manifests: (context) => this.#manifests(context),
    uploads: (context) => this.#upload(context),
    blobs: (context) => this.#blobs(context),
    tags: ({ repository }) =>
      Response.json({ name: repository, tags: [...(this.#repositories.get(repository)?.tags.keys() ?? [])] }),
  };

  /** @param definitions what images that were never pushed have, by their names */
  constructor(definitions = new ImageDefinitions()) {
    this.#definitions = definitions;
  }

  /** The names of repositories, such as `library/alpine`. */
  get repositories(): string[] {
    return [...this.#repositories.keys()];
  }

  tagsOf(repository: string): string[] {
    return [...(this.#repositories.get(repository)?.tags.keys() ?? [])];
  }

  /** Removes everything that was pushed. */
  clear(): void {
    this.#repositories.clear();
    this.#uploads.clear();
  }

  /** Serves it on the loopback interface, for other clients too. @returns the name of the registry: `127.0.0.1:12345` */
  async listen(port = 0): Promise<string> {
    const listener = await serveRegistry(this.fetch, port);
    this.#listeners.add(listener);
    return listener.host;
  }

  async close(): Promise<void> {
    for (const listener of this.#listeners) await listener.close();
    this.#listeners.clear();
  }

  /** Returns a manifest, if every client may read it. */
  async publicManifest(name: string, reference: string): Promise<RegistryManifest | undefined> {
    if (!this.users.isEmpty) return undefined;
    if (this.createsImages) await this.#create(name, reference);
    const repository = this.#repositories.get(name);
    const digest = repository?.tags.get(reference) ?? reference;
    const manifest = repository?.manifests.get(digest);
    return manifest && { mediaType: manifest.mediaType.replace(/\s*;.*$/, ''), digest, body: manifest.body };
  }

  /** Returns a blob, if every client may read it. */
  publicBlob(name: string, digest: string): Buffer | undefined {
    return this.users.isEmpty ? this.#repositories.get(name)?.blobs.get(digest) : undefined;
  }

  /** Responds to a request of the distribution protocol. */
  readonly fetch = async (request: Request): Promise<Response> => {
    const url = new URL(request.url);
    if (url.pathname === '/token') return this.users.issueToken(request, url);
    if (url.pathname === '/v1/search') return this.#search(url);
    const found = routes.flatMap(([pattern, route]) => {
      const match = pattern.exec(url.pathname);
      return match === null ? [] : [{ route, repository: match[1] ?? '', rest: decodeURIComponent(match[2] ?? '') }];
    })[0];
    const isRoot = /^\/v2\/?$/.test(url.pathname);
    if (found === undefined && !isRoot) return registryFailure(404, 'NOT_FOUND', 'page not found');
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    const refusal = this.users.refusalOf(request, url, found?.repository ?? '', isChange, isRoot);
    if (refusal !== undefined) return refusal;
    if (found === undefined) return Response.json({});
    if (!isChange && this.createsImages)
      await this.#create(found.repository, found.route === 'manifests' ? found.rest : undefined);
    return this.#routes[found.route]({ request, url, repository: found.repository, rest: found.rest });
  };

  async #manifests({ request, repository: name, rest: reference }: RequestContext): Promise<Response> {
    if (request.method === 'PUT') return this.#putManifest(request, name, reference);
    const repository = this.#repositories.get(name);
    const reason = repository === undefined ? unavailableImages.get(name) : undefined;
    if (reason !== undefined) return registryFailure(400, 'UNSUPPORTED', reason);
    if (repository === undefined) return registryFailure(404, 'NAME_UNKNOWN', 'repository name not known to registry');
    const digest = repository.tags.get(reference) ?? reference;
    const manifest = repository.manifests.get(digest);
    if (manifest === undefined) return registryFailure(404, 'MANIFEST_UNKNOWN', 'manifest unknown');
    const headers = {
      'content-type': manifest.mediaType,
      'content-length': String(manifest.body.length),
      'docker-content-digest': digest,
    };
    return new Response(request.method === 'HEAD' ? null : Uint8Array.from(manifest.body), { headers });
  }

  async #putManifest(request: Request, name: string, reference: string): Promise<Response> {
    const body = Buffer.from(await request.arrayBuffer());
    const mediaType = request.headers.get('content-type') ?? mediaTypes.manifest;
    const repository = this.#repository(name);
    const digest = digestOf(body);
    if (reference.includes(':') && reference !== digest)
      return registryFailure(400, 'DIGEST_INVALID', 'provided digest did not match uploaded content');
    try {
      const manifest = readManifest(body.toString(), mediaType);
      const parts = manifest.kind === 'image' ? [manifest.config, ...manifest.layers] : [];
      const missing = parts.find((part) => !repository.blobs.has(part.digest));
      if (missing !== undefined)
        return registryFailure(400, 'MANIFEST_BLOB_UNKNOWN', `blob unknown to registry: ${missing.digest}`);
    } catch (error) {
      return registryFailure(400, 'MANIFEST_INVALID', error instanceof Error ? error.message : 'manifest invalid');
    }
    repository.manifests.set(digest, { mediaType, body });
    if (!reference.includes(':')) repository.tags.set(reference, digest);
    const location = `/v2/${name}/manifests/${digest}`;
    return new Response(null, { status: 201, headers: { location, 'docker-content-digest': digest } });
  }

  #blobs({ request, repository, rest: digest }: RequestContext): Response {
    const blob = this.#repositories.get(repository)?.blobs.get(digest);
    if (blob === undefined) return registryFailure(404, 'BLOB_UNKNOWN', 'blob unknown to registry');
    const headers = {
      'content-type': 'application/octet-stream',
      'content-length': String(blob.length),
      'docker-content-digest': digest,
    };
    return new Response(request.method === 'HEAD' ? null : Uint8Array.from(blob), { headers });
  }

  async #upload({ request, url, repository: name, rest: id }: RequestContext): Promise<Response> {
    if (request.method === 'POST') return this.#startUpload(url, name);
    const before = this.#uploads.get(id);
    if (before === undefined) return registryFailure(404, 'BLOB_UPLOAD_UNKNOWN', 'blob upload unknown to registry');
    const headers = (length: number) => ({
      location: `/v2/${name}/blobs/uploads/${id}`,
      range: `0-${Math.max(0, length - 1)}`,
    });
    if (request.method === 'GET') return new Response(null, { status: 204, headers: headers(before.length) });
    const [, start] = /^(\d+)-\d+$/.exec(request.headers.get('content-range') ?? '') ?? [];
    if (start !== undefined && Number(start) !== before.length)
      return new Response(null, { status: 416, headers: headers(before.length) });
    const data = Buffer.concat([before, Buffer.from(await request.arrayBuffer())]);
    this.#uploads.set(id, data);
    if (request.method === 'PATCH') return new Response(null, { status: 202, headers: headers(data.length) });
    const digest = url.searchParams.get('digest') ?? '';
    if (digestOf(data) !== digest)
      return registryFailure(400, 'DIGEST_INVALID', 'provided digest did not match uploaded content');
    this.#uploads.delete(id);
    this.#repository(name).blobs.set(digest, data);
    return created(name, digest);
  }

  #startUpload(url: URL, name: string): Response {
    const [mount, from] = [url.searchParams.get('mount'), url.searchParams.get('from')];
    const blob = this.#repositories.get(from ?? '')?.blobs.get(mount ?? '');
    if (blob !== undefined && mount !== null) {
      this.#repository(name).blobs.set(mount, blob);
      return created(name, mount);
    }
    const id = randomBytes(16).toString('hex');
    this.#uploads.set(id, Buffer.alloc(0));
    const headers = { location: `/v2/${name}/blobs/uploads/${id}`, range: '0-0', 'docker-upload-uuid': id };
    return new Response(null, { status: 202, headers });
  }

  #search(url: URL): Response {
    const term = url.searchParams.get('q') ?? '';
    const limit = Number(url.searchParams.get('n') ?? 25);
    const names = new Set([...this.repositories, ...(this.createsImages && term !== '' ? [`library/${term}`] : [])]);
    const results = [...names]
      .filter((name) => name.includes(term))
      .slice(0, limit)
      .map((name) => ({
        name: name.replace(/^library\//, ''),
        description: '',
        star_count: 0,
        is_automated: false,
        is_official: name.startsWith('library/'),
      }));
    return Response.json({ num_results: results.length, results });
  }

  /** Creates the image that a client asks for. */
  async #create(name: string, reference: string | undefined): Promise<void> {
    if (unavailableImages.has(name)) return;
    const existing = this.#repositories.get(name);
    if (reference !== undefined && (existing?.tags.has(reference) || existing?.manifests.has(reference))) return;
    const tag = reference === undefined || reference.includes(':') ? undefined : reference;
    const { blobs, manifests, index } = await this.#image(name, tag);
    const isOfIt = reference === undefined || !reference.includes(':') || manifests.has(reference);
    if (!isOfIt) return;
    const repository = this.#repository(name);
    for (const [digest, blob] of blobs) repository.blobs.set(digest, blob);
    for (const [digest, manifest] of manifests) repository.manifests.set(digest, manifest);
    if (tag !== undefined) repository.tags.set(tag, index);
  }

  #image(name: string, tag = 'latest'): Promise<GeneratedImage> {
    const key = `${name}:${tag}`;
    const image =
      this.#images.get(key) ?? this.#definitions.content(name).then((content) => anyImage(name, content, tag));
    this.#images.delete(key);
    this.#images.set(key, image);
    for (const oldest of this.#images.keys()) if (this.#images.size > keptImages) this.#images.delete(oldest);
    return image;
  }

  #repository(name: string): Repository {
    let repository = this.#repositories.get(name);
    if (repository === undefined)
      this.#repositories.set(name, (repository = { blobs: new Map(), manifests: new Map(), tags: new Map() }));
    return repository;
  }
}

function created(name: string, digest: string): Response {
  const headers = { location: `/v2/${name}/blobs/${digest}`, 'docker-content-digest': digest };
  return new Response(null, { status: 201, headers });
}
