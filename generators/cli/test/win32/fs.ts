/**
 * `node:fs` for a run of the tests with the paths of Windows on another system: it takes backslashes as separators, as Windows
 * does. What it returns has slashes.
 */
import fs from 'node:fs';

type FileFunction = (this: unknown, ...args: readonly unknown[]) => unknown;

/** Functions whose second argument is a path. */
const ofTwoPaths = /^(rename|copyFile|cp|link|symlink)(Sync)?$/;

/** Functions of the module may be replaced by faults, so each call takes the present one. */
function taking(name: string, module: object): FileFunction {
  const slashed = (value: unknown) => (typeof value === 'string' ? value.replaceAll('\\', '/') : value);
  return function (this: unknown, ...args: readonly unknown[]) {
    const [first, second, ...rest] = args;
    const paths = [slashed(first), ofTwoPaths.test(name) ? slashed(second) : second, ...rest];
    return (module as Record<string, FileFunction>)[name]?.apply(this, paths.slice(0, args.length));
  };
}

/** Functions of files that take a descriptor or content first are not affected: none of these is a string with a path. */
function takingBackslashes<T extends object>(module: T): T {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    typeof value === 'function' && /^[a-z]/.test(name) ? taking(name, module) : value,
  ]);
  return { ...module, ...(Object.fromEntries(entries) as Partial<T>) };
}

const changed: typeof fs = { ...takingBackslashes(fs), promises: takingBackslashes(fs.promises) };
// Tests and the fetch of archives replace functions of the module itself.
export default changed;
export const {
  accessSync,
  appendFileSync,
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  promises,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  watch,
  writeFileSync,
  writeSync,
  realpathSync,
  lutimesSync,
  chownSync,
  Stats,
  Dirent,
} = changed;
