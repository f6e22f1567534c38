/** The files of a package: what its tarball holds. */
import { Parser, type ReadEntry } from 'tar';

/** Paths below the package, in order, and their bytes. */
export type Files = ReadonlyMap<string, Buffer>;

/** Reads a tarball of npm. */
export function filesOf(tarball: Buffer): Promise<Files> {
  return new Promise((resolve, reject) => {
    const files = new Map<string, Buffer>();
    const parser = new Parser({
      strict: true,
      onReadEntry(entry: ReadEntry) {
        const chunks: Buffer[] = [];
        entry.on('data', (chunk: Buffer) => chunks.push(chunk));
        entry.on('end', () => {
          // The first segment is `package` by custom only.
          const path = entry.path.split('/').slice(1).join('/');
          if (entry.type === 'File' || entry.type === 'OldFile') files.set(path, Buffer.concat(chunks));
        });
      },
    });
    parser.on('error', reject);
    parser.on('end', () => resolve(sorted(files)));
    parser.end(tarball);
  });
}

export function sorted(files: Files): Files {
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}
