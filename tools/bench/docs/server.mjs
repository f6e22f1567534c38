/** Serves the three references in the same way: compressed, and counting the bytes sent; not cached, by default. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';
import { document, ofPeer } from './places.mjs';

const types = /** @type {Record<string, string>} */ ({
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.xml': 'application/xml',
});

/** Pages that embed each tool according to its instructions, without requests to other servers. */
const embeddingPages = /** @type {Record<string, string>} */ ({
  '/redoc/index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Redoc</title></head><body>
<div id="redoc"></div><script src="/redoc/redoc.standalone.js"></script>
<script>Redoc.init('/openapi.json', { disableGoogleFont: true }, document.getElementById('redoc'))</script></body></html>`,
  '/scalar/index.html': `<!doctype html><html><head><meta charset="utf-8"><title>Scalar</title></head><body>
<div id="app"></div><script src="/scalar/standalone.js"></script>
<script>Scalar.createApiReference('#app', { url: '/openapi.json', withDefaultFonts: false, telemetry: false })</script></body></html>`,
});
const files = /** @type {Record<string, string>} */ ({
  '/openapi.json': document,
  '/redoc/redoc.standalone.js': ofPeer('redoc/bundles/redoc.standalone.js'),
  '/scalar/standalone.js': ofPeer('@scalar/api-reference/dist/browser/standalone.js'),
});

/** @typedef {{ readonly url: string, readonly sent: () => number, readonly reset: () => void, readonly close: () => void }} References */

/** @param {string} site the folder of Lading's site @param {string} [cache] the header `cache-control` @returns {Promise<References>} */
export async function startServer(site, cache = 'no-store') {
  /** @type {Map<string, Buffer>} */
  const memory = new Map();
  let sent = 0;
  const server = createServer(({ url = '/' }, response) => {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const body = memory.get(path) ?? compressed(path, site);
    if (body === undefined) return void response.writeHead(404).end();
    memory.set(path, body);
    sent += body.length;
    response
      .writeHead(200, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-encoding': 'gzip',
        'cache-control': cache,
      })
      .end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    sent: () => sent,
    reset: () => void (sent = 0),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} path @param {string} site */
function compressed(path, site) {
  const text = embeddingPages[path];
  if (text !== undefined) return gzipSync(text, { level: 9 });
  const file = files[path] ?? (path.startsWith('/lading/') ? join(site, path.slice('/lading/'.length)) : undefined);
  return file !== undefined && existsSync(file) && statSync(file).isFile()
    ? gzipSync(readFileSync(file), { level: 9 })
    : undefined;
}
