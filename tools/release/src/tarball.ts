/** Reads the files of a package from its tarball. */
import { Parser, type ReadEntry } from 'tar';

/** The contents of files by their path in the package, in order. */
export type Files = ReadonlyMap<string, Buffer>;

/** The most bytes of the files of a tarball: a small one can become very large. */
const maxSize = 256 * 1024 * 1024;

/** Names that Windows takes for devices, with any extension. */
const device = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?$/i;

/** Reads an npm tarball. @throws Error for one that is no archive, is too large, or has an entry that is no file of a package */
export function filesOf(tarball: Buffer): Promise<Files> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    let size = 0;
    const parser = new Parser({
      strict: true,
      onReadEntry(entry: ReadEntry) {
        const chunks: Buffer[] = [];
        entry.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > maxSize) parser.abort(new Error(`its files are larger than ${maxSize} bytes`));
          else chunks.push(chunk);
        });
        // The first segment is `package` only by convention.
        const path = entry.path.split('/').slice(1).join('/');
        const fault = faultOf(entry, path);
        if (fault !== undefined) parser.abort(new Error(`its entry ${JSON.stringify(path.slice(0, 100))} ${fault}`));
        entry.on('end', () => {
          if (entry.type !== 'Directory') files.set(path, Buffer.concat(chunks));
        });
      },
    });
    parser.on('error', reject);
    parser.on('end', () => (files.size > 0 ? resolve(sorted(files)) : reject(new Error('it contains no files'))));
    parser.end(tarball);
  });
}

/** Returns why an entry cannot be a file of a package on every system. */
function faultOf({ type }: ReadEntry, path: string): string | undefined {
  if (!['File', 'OldFile', 'Directory'].includes(type)) return 'is no file';
  const segments = path.split(/[/\\]/);
  if (segments.includes('..')) return 'leads out of the package';
  return segments.some((segment) => device.test(segment)) ? 'has the name of a device' : undefined;
}

export function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
