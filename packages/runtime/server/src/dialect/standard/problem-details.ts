/** Errors as problem details (RFC 9457). */
import { STATUS_CODES } from 'node:http';
import type { Failure } from '../../error/index.js';
import type { HostResponse } from '../../host/index.js';

export function problemDetails({
  status,
  message,
  headers,
}: Pick<Failure, 'status' | 'message' | 'headers'>): HostResponse {
  const title = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ title, status, ...(message !== title && { detail: message }) });
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(body)),
    },
    body,
  };
}
