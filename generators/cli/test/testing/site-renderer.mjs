// A renderer in place of `@lading/docs`: it renders one page that lists the packages.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
class DocsError extends Error {
  name = 'DocsError';
}
export const readSources = (folders) =>
  folders.map((folder) => {
    const data = existsSync(folder + '/dist') ? '/dist' : '/gen';
    return JSON.parse(readFileSync(folder + data + '/index.json', 'utf8'));
  });
export const readSettings = (file) => JSON.parse(readFileSync(file, 'utf8'));
export const buildSite = (sources, { url = '' }) => [sources.map(({ version }) => version).join(' ') + url];
export function writeSite([page], out) {
  if (out.endsWith('foreign')) throw new DocsError('The folder contains other files');
  mkdirSync(out, { recursive: true });
  writeFileSync(out + '/index.html', page);
  return 1;
}
export function serve(folder, port) {
  const server = createServer((_request, response) => response.end(readFileSync(folder + '/index.html')));
  return new Promise((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', () => resolve(server)),
  );
}
