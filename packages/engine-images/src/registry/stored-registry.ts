/** The content of a registry in the files of its container, in the folders of the real one. */
import type { MemoryRegistry, ProgramFiles } from '@lading/engine';

const root = '/var/lib/registry/docker/registry/v2';

/** The registry of the engine lets users push; that of the image has none and is open. */
export const authorization: [string, string] = [
  'authorization',
  `Basic ${Buffer.from('registry:').toString('base64')}`,
];

/** Sends stored blobs, manifests and tags to a registry. */
export async function restoreRegistry(files: ProgramFiles, registry: MemoryRegistry): Promise<void> {
  const put = (path: string, body: Buffer, headers: readonly [string, string][] = []): Promise<Response> =>
    registry.fetch(
      new Request(`http://registry${path}`, {
        method: 'PUT',
        body: Uint8Array.from(body),
        headers: [authorization, ...headers],
      }),
    );
  const walk = async (repository: string): Promise<void> => {
    const folder = `${root}/repositories/${repository}`;
    for (const digest of files.list(`${folder}/_layers/sha256`)) {
      const start = await registry.fetch(
        new Request(`http://registry/v2/${repository}/blobs/uploads/`, { method: 'POST', headers: [authorization] }),
      );
      await put(`${start.headers.get('location') ?? ''}?digest=sha256:${digest}`, blobOf(files, digest));
    }
    const manifests = files.list(`${folder}/_manifests/revisions/sha256`);
    // An index comes after the manifests that it lists.
    for (let rest = manifests, before = Infinity; rest.length > 0 && rest.length < before;) {
      before = rest.length;
      const failed: string[] = [];
      for (const digest of rest) {
        const mediaType = files.read(`${folder}/_manifests/revisions/sha256/${digest}/link`)?.toString() ?? '';
        const { ok } = await put(`/v2/${repository}/manifests/sha256:${digest}`, blobOf(files, digest), [
          ['content-type', mediaType],
        ]);
        if (!ok) failed.push(digest);
      }
      rest = failed;
    }
    for (const tag of files.list(`${folder}/_manifests/tags`)) {
      const digest = files.read(`${folder}/_manifests/tags/${tag}/current/link`)?.toString() ?? '';
      const mediaType = files.read(`${folder}/_manifests/revisions/sha256/${digest}/link`)?.toString() ?? '';
      await put(`/v2/${repository}/manifests/${tag}`, blobOf(files, digest), [['content-type', mediaType]]);
    }
    for (const name of files.list(folder))
      if (!name.startsWith('_')) await walk(repository === '' ? name : `${repository}/${name}`);
  };
  for (const name of files.list(`${root}/repositories`)) await walk(name);
}

function blobOf(files: ProgramFiles, digest: string): Buffer {
  return files.read(`${root}/blobs/sha256/${digest.slice(0, 2)}/${digest}/data`) ?? Buffer.alloc(0);
}

/** Stores what a request has added, after its response. */
export function storeChange(
  files: ProgramFiles,
  request: { readonly path: string; readonly mediaType: string },
  body: Buffer,
  response: Response,
): void {
  const [, repository = '', reference = ''] = /^\/v2\/(.+)\/manifests\/([^/]+)$/.exec(request.path) ?? [];
  const digest = response.headers.get('docker-content-digest')?.replace('sha256:', '') ?? '';
  const location = response.headers.get('location') ?? '';
  const blob = /^\/v2\/(.+)\/blobs\/sha256:(\w+)$/.exec(location);
  if (response.status !== 201) return;
  if (repository !== '') {
    const folder = `${root}/repositories/${repository}/_manifests`;
    putBlob(files, digest, body);
    files.write(`${folder}/revisions/sha256/${digest}/link`, request.mediaType);
    if (!reference.includes(':')) files.write(`${folder}/tags/${decodeURIComponent(reference)}/current/link`, digest);
  } else if (blob !== null) {
    const [, name = '', layer = ''] = blob;
    files.write(`${root}/repositories/${name}/_layers/sha256/${layer}/link`, layer);
    if (files.kindOf(`${root}/blobs/sha256/${layer.slice(0, 2)}/${layer}/data`) === undefined)
      putBlob(files, layer, body);
  }
}

function putBlob(files: ProgramFiles, digest: string, body: Buffer): void {
  files.write(`${root}/blobs/sha256/${digest.slice(0, 2)}/${digest}/data`, body);
}
