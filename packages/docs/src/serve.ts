/** Serves a folder over HTTP on 127.0.0.1. */
import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';
import { TryServer, type TryTarget } from './try/try-server.js';

const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

export interface ServeOptions {
  /** Names besides those of this machine by which browsers may reach the server, as through a proxy: `docs.example`. */
  readonly hosts?: readonly string[];
  /** Where the requests of "Try it" go. @default nowhere: the pages have no form */
  readonly target?: TryTarget | undefined;
}

/** Starts the server. @param port 0 to select a free one */
export function serve(folder: string, port: number, { hosts = [], target }: ServeOptions = {}): Promise<Server> {
  const tryServer = target && new TryServer(target);
  const names = new Set([...loopbackNames, ...hosts.map((host) => host.toLowerCase())]);
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const refuse = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    // A page of another site that resolves its name to this machine could read the answers.
    if (!names.has(nameOf(headers.host))) return refuse(421, 'The site is not served for this host.');
    if (tryServer?.handle(request, response) === true) return;
    const file = fileOf(folder, url ?? '/');
    if (file === undefined) return refuse(404, 'Page not found.');
    if (method !== 'GET' && method !== 'HEAD') return refuse(405, 'Only GET and HEAD are supported.');
    response.writeHead(200, {
      'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    if (method === 'HEAD') return response.end();
    // Every page has this script.
    if (tryServer !== undefined && file === join(realpathSync(folder), 'theme.js'))
      return response.end(readFileSync(file, 'utf8') + tryServer.script);
    return createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response);
  });
  server.once('close', () => void tryServer?.close());
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the name in a `Host` header, without the port. */
function nameOf(host = ''): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}

/**
 * Returns the file that a URL names below the folder: for a folder, its `index.html`. Links that lead out of the folder are
 * not followed.
 */
function fileOf(folder: string, url: string): string | undefined {
  try {
    const root = realpathSync(folder);
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = realpathSync(join(root, path));
    const target = statSync(file).isDirectory() ? realpathSync(join(file, 'index.html')) : file;
    const isInside = target.startsWith(root.endsWith(sep) ? root : root + sep);
    return isInside && statSync(target).isFile() ? target : undefined;
  } catch {
    return undefined;
  }
}
