/** Error responses. */
import type { HostResponse } from '../../host/index.js';
import type { Headers } from '../../reply/index.js';

/** Returns an error response. @param headers the headers of the response, which are modified */
export function errorResponse(headers: Headers, status: number, message: string): HostResponse {
  const body = `${JSON.stringify({ message })}\n`;
  headers['Content-Type'] = 'application/json';
  headers['Content-Length'] = String(Buffer.byteLength(body));
  return { status, headers, body };
}
