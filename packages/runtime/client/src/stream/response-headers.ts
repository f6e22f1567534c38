/** The headers of an answer, in the two ways in which they are given to callers. */

/** Names in lower case. */
export interface ResponseHeaders {
  /** Those sent several times are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  /** Every line on its own, as `headersDistinct` of Node's `IncomingMessage`. */
  readonly headersDistinct: Readonly<Record<string, readonly string[]>>;
}

export function responseHeaders(
  received: Readonly<Record<string, string | readonly string[] | undefined>>,
): ResponseHeaders {
  const headers: Record<string, string> = {};
  // Names come from the other side: `__proto__` must be one as any other.
  const headersDistinct = Object.create(null) as Record<string, readonly string[]>;
  for (const [name, value] of Object.entries(received)) {
    if (value === undefined) continue;
    headers[name] = typeof value === 'string' ? value : value.join(', ');
    headersDistinct[name] = typeof value === 'string' ? [value] : value;
  }
  return { headers, headersDistinct };
}
