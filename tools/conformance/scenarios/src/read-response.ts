/** The bytes of an answer as the story looks at them. */
import { extract } from 'tar-stream';
import type { Response } from './send.js';

export function jsonOf({ bytes }: Response): unknown {
  const text = bytes.toString().trim();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** What a process wrote: frames where the bytes are frames from the first to the last, else all of it is `stdout`. */
export function outputOf({ bytes }: Response): { readonly stdout: string; readonly stderr: string } {
  const sides: Buffer[][] = [[], [], [], []];
  for (let at = 0; at < bytes.length;) {
    const side = sides[bytes[at] ?? 4];
    const size = at + 8 <= bytes.length ? bytes.readUInt32BE(at + 4) : Infinity;
    if (side === undefined || bytes.readUIntBE(at + 1, 3) !== 0 || at + 8 + size > bytes.length)
      return { stdout: bytes.toString(), stderr: '' };
    side.push(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  const text = (side: number) => Buffer.concat(sides[side] ?? []).toString();
  return { stdout: text(1), stderr: text(2) };
}

/** The names in an archive. @throws Error when it is none */
export async function namesOf({ bytes }: Response): Promise<readonly string[]> {
  const names: string[] = [];
  const reader = extract();
  reader.end(bytes);
  for await (const entry of reader) {
    names.push(entry.header.name.replace(/\/$/, ''));
    entry.resume();
  }
  return names;
}
