/** Merges the headers of a handler with those of the server. */
import type { Headers } from './response-headers.js';
import type { WriteContext } from './check-response.js';

/** Returns the headers of a response whose body is not JSON of a known length. */
export function mergeHeaders(
  { responseHeaders }: WriteContext,
  handlerHeaders: Headers | undefined,
  contentType: string | undefined,
): Headers {
  const headers = responseHeaders.plain();
  if (contentType !== undefined) headers['Content-Type'] = contentType;
  return handlerHeaders === undefined ? headers : overrideHeaders(headers, handlerHeaders, { responseHeaders });
}

/** Writes the handler's headers over the server's, except for the served version and a length that is already set. */
export function overrideHeaders(
  headers: Headers,
  handlerHeaders: Headers,
  { responseHeaders }: Pick<WriteContext, 'responseHeaders'>,
): Headers {
  const { 'Content-Length': length } = headers;
  const spellings = ['Content-Length', ...Object.keys(headers)];
  for (const [name, value] of Object.entries(handlerHeaders)) {
    const spelling = spellings.find((key) => key.toLowerCase() === name.toLowerCase());
    headers[spelling ?? name] = value;
  }
  headers['Api-Version'] = responseHeaders.apiVersion;
  if (length !== undefined) headers['Content-Length'] = length;
  return headers;
}
