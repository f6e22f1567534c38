/** Headers as the lines of a head; one with several values stands in several lines. */
import type { HostResponse } from '../host-message.js';

export function headerLines(headers: HostResponse['headers']): string[] {
  const lines: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    for (const one of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${one}`);
  }
  return lines;
}
