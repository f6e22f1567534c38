/** Measures the size of a generator's output. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {string} folder
 * @returns {number} the bytes of its TypeScript files, without READMEs and settings
 */
export function typescriptBytes(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}
