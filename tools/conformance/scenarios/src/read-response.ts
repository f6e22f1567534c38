/** Reads the body of a response: as JSON, as the output of a process, or as an archive. */
import { extract } from 'tar-stream';
import type { Response } from '../../drivers/send.js';

export function jsonOf({ bytes }: Response): unknown {
  const text = bytes.toString().trim();
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  } catch {
    return text;
  }
}

/** The output of a process. If the bytes are not a sequence of whole frames, all of them are `stdout`. */
export function outputOf({ bytes }: Response): { readonly stdout: string; readonly stderr: string } {
  const chunksByStream: Buffer[][] = [[], [], [], []];
  for (let at = 0; at < bytes.length;) {
    const chunks = chunksByStream[bytes[at] ?? 4];
    const size = at + 8 <= bytes.length ? bytes.readUInt32BE(at + 4) : Infinity;
    if (chunks === undefined || bytes.readUIntBE(at + 1, 3) !== 0 || at + 8 + size > bytes.length)
      return { stdout: bytes.toString(), stderr: '' };
    chunks.push(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size;
  }
  const text = (stream: number) => Buffer.concat(chunksByStream[stream] ?? []).toString();
  return { stdout: text(1), stderr: text(2) };
}

/** The names of the entries of an archive. @throws Error when the body is not an archive */
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
