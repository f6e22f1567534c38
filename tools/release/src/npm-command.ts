/** How npm is started: on Windows, `npm` is a script of its shell, which cannot be started directly. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Returns the program and its first arguments: the module of npm, run by this Node, or the command `npm`. */
export function npmCommand(
  environment: NodeJS.ProcessEnv = process.env,
  node: string = process.execPath,
): readonly [program: string, ...first: string[]] {
  const module = join('node_modules', 'npm', 'bin', 'npm-cli.js');
  const installed = [join(dirname(node), module), join(dirname(node), '..', 'lib', module)];
  const candidates = [environment['npm_execpath'] ?? '', ...installed];
  const found = candidates.find((file) => /npm-cli\.js$/.test(file) && existsSync(file));
  return found === undefined ? ['npm'] : [node, found];
}
