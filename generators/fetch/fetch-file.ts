/** Fetches one file. The server is untrusted: its redirects, the size of what it sends and its pace are limited. */
import { lookup } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { LadingError, printableUrl } from '../diagnostics/index.js';
import { MAX_DOCUMENT_BYTES } from '../read/index.js';
import { isInternal } from './addresses.js';
import { documentUrl } from './document-url.js';

const MAX_REDIRECTS = 5;

/** What is left for a file of the limits of its document. */
export interface FileLimits {
  /** How long a server may send nothing, in milliseconds. */
  readonly silence: number;
  /** How large the file may be, in bytes. */
  readonly bytes: number;
  /** Ends the request when the document takes too long. */
  readonly signal: AbortSignal;
}

export interface FetchedFile {
  readonly content: Buffer;
  /** Where redirects led. */
  readonly url: URL;
}

/**
 * Fetches a file.
 *
 * @param isTrusted whether a person named the URL; what a document or a redirect names must not lead into internal networks
 * @throws FETCH_REFUSED, FETCH_FAILED, READ_LIMIT
 */
export async function fetchFile(address: string, isTrusted: boolean, limits: FileLimits): Promise<FetchedFile> {
  const first = documentUrl(address);
  let url = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const isNamed = isTrusted && url.origin === first.origin;
    const response = await sent(url, isNamed, limits);
    const { statusCode = 0, headers } = response;
    if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
      return { content: await contentOf(response, url, limits), url };
    response.destroy();
    url = documentUrl(
      URL.canParse(headers.location, url.href) ? new URL(headers.location, url).href : headers.location,
    );
  }
  throw failed(`The server redirects more than ${MAX_REDIRECTS} times`, first.href);
}

/** @param isNamed whether a person named the server */
function sent(url: URL, isNamed: boolean, { signal, silence }: FileLimits): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Connections to an address look nothing up.
  if (!isNamed && isIP(host) !== 0 && isInternal(host)) throw internalAddress(url);
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, {
      headers: { accept: 'application/json, application/yaml, */*;q=0.5', 'accept-encoding': 'identity' },
      signal,
      timeout: silence,
      ...(isNamed ? {} : { lookup: publicOnly(url) }),
    });
    let reading: { destroy(error: Error): unknown } = request;
    request.on('response', (response) => {
      reading = response;
      resolve(response);
    });
    request.on('timeout', () => reading.destroy(failed(`The server sent nothing for ${silence / 1000} s`, url.href)));
    request.on('error', (error) => reject(asProblem(error, url, signal)));
    request.end();
  });
}

/** Looks a name up, and refuses internal addresses: it is asked by the connection itself, so that the address cannot change between. */
function publicOnly(url: URL): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error !== null || first === undefined) done(error, '', 4);
      else if (addresses.some(({ address }) => isInternal(address))) done(internalAddress(url) as Error, '', 4);
      else if (options.all === true) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

async function contentOf(response: IncomingMessage, url: URL, { bytes, signal }: FileLimits): Promise<Buffer> {
  if (response.statusCode !== 200) {
    response.destroy();
    throw failed(`The server responds with ${response.statusCode}`, url.href);
  }
  const encoding = response.headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') {
    response.destroy();
    throw failed(
      `The server sends the content encoding ${JSON.stringify(encoding)}, which was not asked for`,
      url.href,
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > bytes) throw tooLarge(url);
      chunks.push(chunk);
    }
  } catch (error) {
    throw asProblem(error, url, signal);
  }
  return Buffer.concat(chunks);
}

function asProblem(error: unknown, url: URL, signal: AbortSignal): LadingError {
  if (error instanceof LadingError) return error;
  if (signal.aborted) return failed('The server takes too long', url.href);
  return failed(`The server cannot be read: ${(error as Error).message}`, url.href);
}

function failed(subject: string, place: string): LadingError {
  return new LadingError({
    code: 'FETCH_FAILED',
    subject,
    place: printableUrl(place),
    remedy: 'Try again, or download the document and name the file',
  });
}

function tooLarge(url: URL): LadingError {
  return new LadingError({
    code: 'READ_LIMIT',
    subject: `The document is larger than ${MAX_DOCUMENT_BYTES / 1e6} MB, with the files that it refers to`,
    place: printableUrl(url.href),
    remedy: 'Divide it into several documents',
  });
}

function internalAddress(url: URL): LadingError {
  return new LadingError({
    code: 'FETCH_REFUSED',
    subject: 'A redirect or a reference leads to an address that is not on the internet',
    place: printableUrl(url.href),
    remedy: 'Name this URL in the configuration if it is right',
  });
}
