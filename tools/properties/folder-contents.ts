/** Lists every file below a folder with its bytes, to detect changes. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

export function folderContents(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) =>
      statSync(join(folder, path)).isFile() ? `${path}: ${readFileSync(join(folder, path), 'latin1')}` : path,
    );
}
