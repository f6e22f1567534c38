/** Paths below a folder → an archive that flows. */
import { Readable } from 'node:stream';
import { Pack } from 'tar';

/** Owners, times of access and the like are left out; links stay links. Nothing is read before someone asks. */
export function packPaths(cwd: string, paths: () => AsyncIterable<string>): Readable {
  return Readable.from(archive(cwd, paths), { objectMode: false, highWaterMark: 65_536 });
}

async function* archive(cwd: string, paths: () => AsyncIterable<string>): AsyncGenerator<Buffer> {
  const pack = new Pack({ cwd, portable: true, noDirRecurse: true, strict: true });
  for await (const path of paths()) pack.add(path);
  pack.end();
  for await (const chunk of pack) yield chunk as Buffer;
}
