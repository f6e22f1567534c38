/** The headers of a response, joined and separate. */

/** The headers of a response, with names in lower case. */
export interface ResponseHeaders {
  /** The values by name; repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** The values of each header line, like `headersDistinct` of Node's `IncomingMessage`. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
}

export function responseHeaders(
  received: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders {
  const headers: Record<string, string> = {};
  // The names are untrusted: `__proto__` must be an ordinary one.
  const headersDistinct = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
    headersDistinct[name] = typeof value === 'string' ? [value] : value;
  }
  return { headers, headersDistinct };
}
