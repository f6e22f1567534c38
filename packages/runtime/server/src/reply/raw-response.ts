/** Responses that are sent unchanged, such as those that a gateway received from its engine. */
import type { ByteSource, Session } from '../stream/index.js';

/** Headers by name. A header with several values is sent several times. */
export type RawHeaders = Readonly<Record<string, string | readonly string[]>>;

export class RawResponse {
  readonly status: number;
  readonly headers: RawHeaders;
  readonly body: ByteSource | Session | undefined;

  constructor(status: number, headers: RawHeaders, body: ByteSource | Session | undefined) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/**
 * Creates a response of any status for any operation. Its body is neither checked nor encoded, and its headers are sent
 * unchanged, except for hop-by-hop headers (`Connection`, `Transfer-Encoding` …), which are removed, and `Api-Version`,
 * which is the version that this server serves.
 *
 * @param body bytes, whole or streamed; for status 101, a `session` that uses `raw`
 */
export function rawResponse(status: number, headers: RawHeaders = {}, body?: ByteSource | Session): RawResponse {
  return new RawResponse(status, headers, body);
}
