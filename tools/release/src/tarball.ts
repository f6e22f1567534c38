/** Reads the files of a package from its tarball. */
import { Parser, type ReadEntry } from 'tar';

/** The contents of files by their path in the package, in order. */
export type Files = ReadonlyMap<string, Buffer>;

/** The most bytes of the files of a tarball: a small one can become very large. */
const maxSize = 256 * 1024 * 1024;

/** Reads an npm tarball. */
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
        entry.on('end', () => {
          // The first segment is `package` only by convention.
          const path = entry.path.split('/').slice(1).join('/');
          if (entry.type === 'File' || entry.type === 'OldFile') files.set(path, Buffer.concat(chunks));
        });
      },
    });
    parser.on('error', reject);
    parser.on('end', () => (files.size > 0 ? resolve(sorted(files)) : reject(new Error('it contains no files'))));
    parser.end(tarball);
  });
}

export function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
