/** Heads of responses as text, and informational responses, such as 103. */
import { STATUS_CODES } from 'node:http';
import type { HostResponse } from '../host-message.js';
import type { NodeExchange } from './node-exchange.js';

/** Clients of HTTP/1.0 know no informational responses. */
export function sendInformation(
  { request, response }: NodeExchange,
  status: number,
  headers: HostResponse['headers'],
): void {
  const { socket } = response;
  if (socket === null || response.headersSent || request.httpVersion !== '1.1') return;
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Information'}`, ...headerLines(headers)];
  socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
}

/** Formats headers as the lines of a head. A header with several values becomes several lines. */
export function headerLines(headers: HostResponse['headers']): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    for (const singleValue of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${singleValue}`);
  }
  return lines;
}
