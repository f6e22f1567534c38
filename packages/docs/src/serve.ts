/** Serves a folder over HTTP on 127.0.0.1. */
import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

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

/** Starts the server. @param port 0 to select a free one */
export function serve(folder: string, port: number): Promise<Server> {
  const server = createServer(({ method, url }, response) => {
    const file = fileOf(folder, url ?? '/');
    if (file === undefined || (method !== 'GET' && method !== 'HEAD')) {
      response.writeHead(file === undefined ? 404 : 405, { 'content-type': 'text/plain' }).end('Page not found.\n');
      return;
    }
    response.writeHead(200, {
      'content-type': mediaTypes[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
    });
    if (method === 'HEAD') response.end();
    else
      createReadStream(file)
        .on('error', () => response.destroy())
        .pipe(response);
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server));
  });
}

/** Returns the file that a URL names below the folder: for a folder, its `index.html`. */
function fileOf(folder: string, url: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname));
    const file = join(folder, path);
    if (file !== folder && !file.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return undefined;
    const target = statSync(file).isDirectory() ? join(file, 'index.html') : file;
    return statSync(target).isFile() ? target : undefined;
  } catch {
    return undefined;
  }
}
