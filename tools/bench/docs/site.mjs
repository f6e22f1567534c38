/** Builds Lading's site, and serves it and the references of others in the same way: compressed, and counting the bytes sent. */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { group } from '@lading/run/installs';
import { run } from '../measure/run.mjs';
import { repository } from '../places.mjs';

/** The references of others, the driver of the browser, and Lighthouse. */
export const references = group('references');
export const browser = process.env['LADING_CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * Builds the site of both versions, each time into a new folder: after deleting files, a file system may take much longer
 * to create new ones.
 * @param {number} times
 * @returns {{ readonly cpu: number[], readonly folder: string }} seconds of processor time, and the folder of the last build
 */
export function buildSites(times) {
  const builds = mkdtempSync(join(tmpdir(), 'lading-bench-docs-'));
  process.on('exit', () => rmSync(builds, { recursive: true, force: true }));
  const cli = join(repository, 'packages', 'docs', 'bin', 'lading-docs.js');
  const cpu = Array.from({ length: times }, (_, index) => {
    const { status, output, usage } = run({ args: [cli, 'build', '--out', join(builds, String(index))] });
    if (status !== 0) throw new Error(`lading-docs build ended with ${status}: ${output}`);
    return usage.cpu;
  });
  return { cpu, folder: join(builds, String(times - 1)) };
}

const types = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
};

/** Pages that embed each tool according to its instructions, without requests to other servers. */
const pages = {
  '/redoc/index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Redoc</title></head><body>
<div id="redoc"></div><script src="/redoc/redoc.standalone.js"></script>
<script>Redoc.init('/openapi.json', { disableGoogleFont: true }, document.getElementById('redoc'))</script></body></html>`,
  '/scalar/index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Scalar</title></head><body>
<div id="app"></div><script src="/scalar/standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false, telemetry: false })</script></body></html>`,
};
const files = {
  '/openapi.json': join(repository, 'packages', 'v1.44', 'docs', 'dist', 'openapi.json'),
  '/redoc/redoc.standalone.js': references.file('redoc/bundles/redoc.standalone.js'),
  '/scalar/standalone.js': references.file('@scalar/api-reference/dist/browser/standalone.js'),
};

/** @typedef {Awaited<ReturnType<typeof startServer>>} References */

/** @param {string} site the folder of Lading's site @param {string} [cache] the header `cache-control` */
export async function startServer(site, cache = 'no-store') {
  /** @type {Map<string, Buffer>} */
  const bodies = new Map();
  let sent = 0;
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = files[path] ?? path.replace(/^\/lading\//, `${site}/`);
    const isFound =
      bodies.has(path) || path in pages || (file !== path && statSync(file, { throwIfNoEntry: false })?.isFile());
    if (!isFound) return void response.writeHead(404).end();
    const body = bodies.get(path) ?? gzipSync(pages[path] ?? readFileSync(file), { level: 9 });
    bodies.set(path, body);
    sent += body.length;
    const type = types[extname(path)] ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip', 'cache-control': cache }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${/** @type {any} */ (server.address()).port}`,
    sent: () => sent,
    reset: () => void (sent = 0),
    close: () => server.close().closeAllConnections(),
  };
}
