/** Sends files of a container as the responses of a web server. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'application/javascript',
  mjs: 'application/javascript',
  json: 'application/json',
  xml: 'text/xml',
  txt: 'text/plain',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  ico: 'image/x-icon',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  woff: 'font/woff',
  woff2: 'font/woff2',
  zip: 'application/zip',
};

/** @returns the media type by the extension of a path; `fallback` for an unknown one */
export function mediaTypeOf(path: string, fallback = 'application/octet-stream'): string {
  return types[posix.extname(path).slice(1).toLowerCase()] ?? fallback;
}

export interface StaticFile {
  readonly content: Buffer;
  readonly mediaType: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a file, or a part of it, or 304 for a client that has it. */
export function sendFile(request: IncomingMessage, response: ServerResponse, file: StaticFile): void {
  const { content, mediaType, status = 200, headers = {} } = file;
  const etag = `"${createHash('sha1').update(content).digest('hex').slice(0, 16)}"`;
  const own = { etag, 'accept-ranges': 'bytes', 'content-type': mediaType, ...headers };
  if (status === 200 && request.headers['if-none-match'] === etag) return void response.writeHead(304, own).end();
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
  if (status === 200 && (from !== '' || to !== '')) {
    const first = from === '' ? Math.max(0, content.length - Number(to)) : Number(from);
    const last = from === '' || to === '' ? content.length - 1 : Math.min(Number(to), content.length - 1);
    if (first > last)
      return void response.writeHead(416, { ...own, 'content-range': `bytes */${content.length}` }).end();
    const part = content.subarray(first, last + 1);
    const range = { 'content-range': `bytes ${first}-${last}/${content.length}`, 'content-length': part.length };
    response.writeHead(206, { ...own, ...range });
    return void response.end(request.method === 'HEAD' ? undefined : part);
  }
  response.writeHead(status, { ...own, 'content-length': content.length });
  response.end(request.method === 'HEAD' ? undefined : content);
}
