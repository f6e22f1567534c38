/** Formats headers as the lines of a head. A header with several values becomes several lines. */
import type { HostResponse } from '../host-message.js';

export function headerLines(headers: HostResponse['headers']): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    for (const singleValue of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${singleValue}`);
  }
  return lines;
}
