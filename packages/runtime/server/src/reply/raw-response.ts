/** A response that is sent as it is: what a gateway received from the engine behind it. */
import type { ByteSource, Session } from '../stream/index.js';

/** By name; a header with several values is sent several times. */
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
 * A response of any status to any operation. Its body is neither checked nor encoded, and its headers are sent as they
 * are, except for those of a single connection (`Connection`, `Transfer-Encoding` …), which are left out, and
 * `Api-Version`, which names the version that this server serves.
 * @param body bytes, whole or flowing; for status 101, a `session` that takes `raw`
 */
export function rawResponse(status: number, headers: RawHeaders = {}, body?: ByteSource | Session): RawResponse {
  return new RawResponse(status, headers, body);
}
