// A registry in memory: it accepts packages and tags as npm sends them, and can be interrupted at each of these requests.
import { createServer } from 'node:http';

/** @typedef {{ name: string, versions: Record<string, any>, 'dist-tags': Record<string, string> }} Packument */

/** Starts a registry on loopback. */
export async function startRegistry() {
  /** @type {Map<string, Packument>} */
  const packages = new Map();
  /** @type {Map<string, Buffer>} */
  const tarballs = new Map();
  /** Called with each request that changes something, before or after the change; `true` refuses the request.
   * @type {(when: 'before' | 'after') => boolean | void} */
  let onChange = () => undefined;

  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request
      .on('data', (chunk) => chunks.push(chunk))
      .on('end', () => {
        const path = decodeURIComponent(request.url ?? '').slice(1);
        const reply = (/** @type {number} */ status, /** @type {unknown} */ body) =>
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
        const [, tagged, tag] = /^-\/package\/(.+?)\/dist-tags(?:\/(.+))?$/.exec(path) ?? [];
        if (request.method !== 'PUT') {
          const tarball = tarballs.get(path);
          if (tarball !== undefined) return response.end(tarball);
          const found = packages.get(tagged ?? path);
          if (found === undefined) return reply(404, { error: 'not found' });
          return reply(200, tagged === undefined ? found : found['dist-tags']);
        }
        if (onChange('before') === true) return reply(500, { error: 'refused' });
        const body = JSON.parse(String(Buffer.concat(chunks)));
        if (tagged !== undefined && tag !== undefined)
          Object.assign(packages.get(tagged)?.['dist-tags'] ?? {}, { [tag]: body });
        else store(body);
        onChange('after');
        return reply(201, {});
      });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const url = `http://127.0.0.1:${port}/`;

  /** @param {Packument & { _attachments: Record<string, { data: string }> }} sent */
  function store({ name, versions, 'dist-tags': tags, _attachments: attachments }) {
    const before = packages.get(name);
    for (const [version, manifest] of Object.entries(versions)) {
      const [data = { data: '' }] = Object.values(attachments);
      tarballs.set(`${name}/-/${version}.tgz`, Buffer.from(data.data, 'base64'));
      manifest.dist.tarball = `${url}${name}/-/${version}.tgz`;
    }
    const all = { versions: { ...before?.versions, ...versions }, 'dist-tags': { ...before?.['dist-tags'], ...tags } };
    packages.set(name, { name, ...all });
  }

  return {
    url,
    /** The versions and tags of each package, as a text. */
    state() {
      const rows = [...packages.values()].map(({ name, versions, 'dist-tags': tags }) => {
        return `${name} ${Object.keys(versions).join()} ${JSON.stringify(Object.entries(tags).sort())}`;
      });
      return rows.sort().join('\n');
    },
    clear() {
      packages.clear();
      tarballs.clear();
    },
    /** @param {typeof onChange} listener */
    interrupt(listener) {
      onChange = listener;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
