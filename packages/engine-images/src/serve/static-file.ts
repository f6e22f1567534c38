/** Sends files of a container as the responses of a web server. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { posix } from 'node:path';
import { gzipSync } from 'node:zlib';

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
  /** When it was changed, in milliseconds since 1970. */
  readonly modified: number;
  /** Another status than 200 has the whole file, whatever the request asks for. */
  readonly status?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hasTag?: boolean;
  /** Whether a whole file is sent compressed. */
  readonly isCompressed?: boolean;
  /** How many parts a request may ask for. */
  readonly maxRanges?: number;
}

/**
 * Sends a file, or the parts of it that a request asks for, or 304 for a client that has it.
 *
 * @param fail is called instead if a condition of the request does not hold, or no part is in the file
 */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  fail: (status: number) => void,
): void {
  const { content, mediaType, status = 200, headers = {}, hasTag = true, isCompressed = false } = file;
  const { maxRanges = Number.POSITIVE_INFINITY } = file;
  const seconds = Math.floor(file.modified / 1000);
  const etag = hasTag ? `"${seconds.toString(16)}-${content.length.toString(16)}"` : '';
  const described = (tag: string, type: string): Record<string, string> => ({
    ...(type !== '' && { 'Content-Type': type }),
    'Last-Modified': new Date(seconds * 1000).toUTCString(),
    ...(tag !== '' && { ETag: tag }),
    ...headers,
  });
  const send = (code: number, own: Record<string, string>, body: Buffer): void => {
    response.writeHead(code, { ...own, 'Content-Length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
  const condition = status === 200 ? conditionOf(request, etag, seconds) : 200;
  if (condition === 412) return fail(412);
  if (condition === 304) return void response.writeHead(304, described(etag, '')).end();
  if (isCompressed)
    return send(
      status,
      { ...described(etag && `W/${etag}`, mediaType), 'Content-Encoding': 'gzip' },
      gzipSync(content),
    );
  const own = described(etag, mediaType);
  const size = content.length;
  const ranges =
    status === 200 && maxRanges > 0 && isSame(request, etag, seconds) ? rangesOf(request, size) : undefined;
  if (ranges?.length === 0) {
    response.setHeader('Content-Range', `bytes */${size}`);
    return fail(416);
  }
  if (ranges === undefined || ranges.length > maxRanges)
    return send(status, { ...own, ...(status === 200 && maxRanges > 0 && { 'Accept-Ranges': 'bytes' }) }, content);
  const parts = ranges.map(({ first, end }) => ({
    place: `bytes ${first}-${end - 1}/${size}`,
    part: content.subarray(first, end),
  }));
  const [only] = parts;
  if (only !== undefined && parts.length === 1) return send(206, { ...own, 'Content-Range': only.place }, only.part);
  const boundary = '0'.repeat(20);
  const pieces = parts.flatMap(({ place, part }) => [
    Buffer.from(`\r\n--${boundary}\r\nContent-Type: ${mediaType}\r\nContent-Range: ${place}\r\n\r\n`),
    part,
  ]);
  const body = Buffer.concat([...pieces, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  send(206, { ...own, 'Content-Type': `multipart/byteranges; boundary=${boundary}` }, body);
}

const secondsOf = (date: string): number => Math.floor(Date.parse(date) / 1000);

/** What the conditions of a request make of its response. */
function conditionOf({ headers }: IncomingMessage, etag: string, modified: number): 200 | 304 | 412 {
  const names = (list: string, mayBeWeak: boolean): boolean =>
    list.trim() === '*' ||
    [...list.matchAll(/(W\/)?("[^"]*")/g)].some(([, weak, tag]) => tag === etag && (mayBeWeak || weak === undefined));
  const unchanged = headers['if-unmodified-since'];
  if (unchanged !== undefined && !(secondsOf(unchanged) >= modified)) return 412;
  const wanted = headers['if-match'];
  if (wanted !== undefined && !names(wanted, false)) return 412;
  const [since, held] = [headers['if-modified-since'], headers['if-none-match']];
  const isKnown = (since === undefined || secondsOf(since) === modified) && (held === undefined || names(held, true));
  return isKnown && (since ?? held) !== undefined ? 304 : 200;
}

/** Whether the parts that a request asks for are of the file that it has. */
function isSame({ headers }: IncomingMessage, etag: string, modified: number): boolean {
  const [held] = [headers['if-range']].flat();
  return held === undefined || (held.endsWith('"') ? held === etag : secondsOf(held) === modified);
}

/** @returns the parts that a request asks for; none if it names none in the file; undefined for the whole file */
function rangesOf({ headers: { range = '' } }: IncomingMessage, size: number) {
  if (!/^bytes=/i.test(range)) return undefined;
  const ranges: { first: number; end: number }[] = [];
  for (const each of range.slice(6).split(',')) {
    const [found, from = '', to = ''] = /^\s*(\d*)\s*-\s*(\d*)\s*$/.exec(each) ?? [];
    if (found === undefined || (from === '' && to === '')) return [];
    const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
    const end = from === '' || to === '' ? size : Math.min(Number(to) + 1, size);
    if (first < end) ranges.push({ first, end });
    else if (first === 0) return undefined;
  }
  return ranges.reduce((sum, { first, end }) => sum + end - first, 0) > size ? undefined : ranges;
}
