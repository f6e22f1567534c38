// What a run changes of the engine.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const engine = fileURLToPath(new URL('../../../packages/engine', import.meta.url));
/**
 * @typedef {object} SourceFile
 * @property {string} path relative to packages/engine
 * @property {string} folder the folder in `src`
 * @property {string} hash results hold for the text of the file with this hash
 */

/** @param {string} path @returns {SourceFile} */
function readSourceFile(path) {
  const text = readFileSync(join(engine, path), 'utf8');
  const [, folder, name] = path.split('/');
  const hash = createHash('sha256').update(text).digest('hex');
  return { path, hash, folder: name === undefined ? '.' : folder };
}

/** @param {string[]} wanted folders or files in `src`, without the extension; none for all @returns {SourceFile[]} */
export function selectedFiles(wanted) {
  const isWanted = (file) =>
    wanted.length === 0 || wanted.some((name) => `${name}.ts` === file || file.startsWith(`${name}/`));
  return readdirSync(join(engine, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && isWanted(file))
    .sort()
    .map((file) => readSourceFile(`src/${file}`));
}
