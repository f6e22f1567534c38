/** A client of registries, by the distribution protocol. */
import { ServerError } from '@lading/server-v1.44';
import { digestOf } from '../values/digest.js';
import { responseBytes, responseJson } from '../filesystem/response-bytes.js';
import { mediaTypes } from '../distribution/manifest.js';
import type {
  BlobUpload,
  Registry,
  RegistryCredentials,
  RegistryManifest,
  RegistrySearchResult,
  RepositoryAccess,
  UploadResult,
} from '../ports/registry.js';
import { errorOf, login, RegistrySession } from './registry-session.js';
import type { Fetch } from './token-auth.js';

const manifestTypes = [mediaTypes.manifest, mediaTypes.manifestList, mediaTypes.ociManifest, mediaTypes.ociIndex];
/** The bytes that are sent at once, so that an interrupted upload continues where it was. */
const chunkSize = 8 * 1024 * 1024;
/** How often a piece of an upload is sent again. */
const retries = 5;
/** The largest manifest, as in engines. */
export const maxManifest = 4 * 1024 * 1024;

export class DistributionClient implements Registry {
  readonly #send: Fetch;

  /** @param send how requests are sent. @default the global `fetch` */
  constructor(send: Fetch = (request) => fetch(request)) {
    this.#send = send;
  }

  async manifest(access: RepositoryAccess, reference: string): Promise<RegistryManifest> {
    const session = new RegistrySession(this.#send, access);
    const response = await session.send(`manifests/${reference}`, { headers: { accept: manifestTypes.join(', ') } });
    if (!response.ok) throw await errorOf(response, access, reference);
    const body = await responseBytes(response, 'the manifest', maxManifest);
    const digest = digestOf(body);
    if (reference.includes(':') && reference !== digest)
      throw new ServerError(`manifest verification failed for digest ${reference}`);
    return { mediaType: (response.headers.get('content-type') ?? '').replace(/\s*;.*$/, ''), digest, body };
  }

  async blob(access: RepositoryAccess, digest: string): Promise<AsyncIterable<Uint8Array>> {
    const response = await new RegistrySession(this.#send, access).send(`blobs/${digest}`);
    if (!response.ok || response.body === null) throw await errorOf(response, access);
    return response.body as unknown as AsyncIterable<Uint8Array>;
  }

  async pushBlob(access: RepositoryAccess, upload: BlobUpload): Promise<UploadResult> {
    const session = new RegistrySession(this.#send, access, 'pull,push');
    const head = await session.send(`blobs/${upload.digest}`, { method: 'HEAD' });
    if (head.ok) return 'exists';
    if (head.status !== 404) throw await errorOf(head, access);
    const mount = upload.mountFrom === undefined ? '' : `?mount=${upload.digest}&from=${upload.mountFrom}`;
    const start = await session.send(`blobs/uploads/${mount}`, { method: 'POST' });
    if (start.status === 201) return 'mounted';
    if (start.status !== 202) throw await errorOf(start, access);
    await this.#upload(session, access, upload, locationOf(start));
    return 'uploaded';
  }

  async pushManifest(
    access: RepositoryAccess,
    reference: string,
    { mediaType, body }: Omit<RegistryManifest, 'digest'>,
  ): Promise<string> {
    const session = new RegistrySession(this.#send, access, 'pull,push');
    const request = { method: 'PUT', headers: { 'content-type': mediaType }, body };
    const response = await session.send(`manifests/${reference}`, request);
    if (!response.ok) throw await errorOf(response, access);
    return response.headers.get('docker-content-digest') ?? digestOf(body);
  }

  login(host: string, credentials: RegistryCredentials): Promise<string> {
    return login(this.#send, host, credentials);
  }

  /** Searches as the public registry does; other registries are asked for their catalogue. */
  async search(
    host: string,
    term: string,
    limit: number,
    credentials?: RegistryCredentials,
  ): Promise<RegistrySearchResult[]> {
    const access = { host, repository: '', credentials };
    const session = new RegistrySession(this.#send, access);
    const response = await session.send(`/v1/search?q=${encodeURIComponent(term)}&n=${limit}`);
    if (!response.ok) {
      await response.body?.cancel();
      throw new ServerError(`Unexpected status code ${response.status}`);
    }
    const { results } = (await responseJson(response, 'the list of results')) as { readonly results?: unknown };
    return (Array.isArray(results) ? results : []).map((each: Readonly<Record<string, unknown>>) => ({
      name: String(each['name']),
      description: typeof each['description'] === 'string' ? each['description'] : '',
      stars: Number(each['star_count'] ?? 0),
      isOfficial: each['is_official'] === true,
    }));
  }

  async #upload(
    session: RegistrySession,
    access: RepositoryAccess,
    { digest, data, onProgress }: BlobUpload,
    location: string,
  ): Promise<void> {
    let next = location;
    let sent = 0;
    let failures = 0;
    while (sent < data.length) {
      const chunk = data.subarray(sent, sent + chunkSize);
      const headers = {
        'content-type': 'application/octet-stream',
        'content-range': `${sent}-${sent + chunk.length - 1}`,
      };
      try {
        const response = await session.send(next, { method: 'PATCH', headers, body: chunk });
        if (response.status !== 202) throw await errorOf(response, access);
        next = locationOf(response);
        const end = endOf(response) ?? sent + chunk.length;
        // A registry that stores nothing would be sent the same piece for ever.
        if (end <= sent) throw new ServerError('the registry did not store a part of the upload');
        sent = end;
      } catch (error) {
        access.signal?.throwIfAborted();
        if ((failures += 1) > retries) throw error;
        // The registry says how much it has.
        const state = await session.send(next).catch(() => undefined);
        if (state?.status !== 204) continue;
        next = locationOf(state);
        sent = endOf(state) ?? sent;
      }
      onProgress?.(sent);
    }
    const url = `${next}${next.includes('?') ? '&' : '?'}digest=${encodeURIComponent(digest)}`;
    const response = await session.send(url, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (response.status !== 201) throw await errorOf(response, access);
  }
}

function locationOf(response: Response): string {
  const location = response.headers.get('location');
  if (location === null) throw new ServerError('the registry did not say where to upload');
  return location;
}

/** Returns the number of bytes that the registry has. */
function endOf(response: Response): number | undefined {
  const [, end] = /^(?:bytes=)?0-(\d+)$/.exec(response.headers.get('range') ?? '') ?? [];
  if (end === undefined) return undefined;
  // A registry without any bytes says 0-0, and so does one with a single byte.
  return end === '0' ? undefined : Number(end) + 1;
}
