/** The response to what is refused. */
import type { HostResponse } from '../host/index.js';
import type { Headers } from '../reply/index.js';

/** @param headers are written to */
export function refusalReply(headers: Headers, status: number, message: string): HostResponse {
  const body = `${JSON.stringify({ message })}\n`;
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers, body };
}
