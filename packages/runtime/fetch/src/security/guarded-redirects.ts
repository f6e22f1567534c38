/** Follows redirects without telling other origins the key of a header, which `fetch` passes on. */
import { ProtocolError } from '../error/index.js';
import type { ClientRequest, Transport } from '../request/client-request.js';
import { discard } from '../response/discard.js';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** As many as `fetch` follows. */
const maxRedirects = 20;

/** The headers that another origin receives: none of them identifies the caller. */
const harmlessHeaders = ['accept', 'accept-language', 'content-language', 'content-type', 'range', 'user-agent'];

/** Wraps a transport. Its requests follow redirects as those of `fetch` do, unless they say otherwise. */
export function guardedRedirects(transport: Transport): Transport {
  return async (url, given) => {
    let request: ClientRequest = { ...given, url, redirect: given.redirect ?? 'manual' };
    for (let count = 0; ; count += 1) {
      const response = await transport(request.url, request);
      if (given.redirect !== undefined) return response;
      if (response.type === 'opaqueredirect') throw failed(request, 'a browser does not tell where to');
      const location = redirects.has(response.status) ? response.headers.get('location') : null;
      if (location === null) return response;
      discard(response.body);
      if (count === maxRedirects) throw failed(request, 'too often');
      request = redirected(request, response.status, new URL(location, request.url));
    }
  };
}

/** Returns the request after a redirect. @throws ProtocolError if the body was a stream, which is consumed */
function redirected(request: ClientRequest, status: number, target: URL): ClientRequest {
  const { method, body, duplex: _, ...others } = request;
  if (!/^https?:$/.test(target.protocol)) throw failed(request, `to ${target.protocol}`);
  const isOther = target.origin !== new URL(request.url).origin;
  const headers = new Headers([...request.headers].filter(([name]) => !isOther || harmlessHeaders.includes(name)));
  const becomesGet = status === 303 ? method !== 'HEAD' : status < 303 && method === 'POST';
  if (becomesGet) {
    for (const name of [...headers.keys()]) if (name.startsWith('content-')) headers.delete(name);
    return { ...others, url: target.href, method: 'GET', headers };
  }
  if (body instanceof ReadableStream) throw failed(request, 'after its stream was sent');
  return { ...others, url: target.href, method, headers, ...(body !== undefined && { body }) };
}

function failed({ method, url }: ClientRequest, why: string): ProtocolError {
  return new ProtocolError('REDIRECT', `${method} ${url.replace(/[?#].*/, '')} was redirected ${why}.`);
}
