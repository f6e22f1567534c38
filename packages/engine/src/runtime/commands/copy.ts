/** Copies and moves files and folders. */
import { nameOf, resolvePath } from '../../filesystem/paths.js';
import type { ProcessContext } from '../process-context.js';
import { fail, pathOf, unresolved } from './command.js';
import { readOptions } from './options.js';

export async function copy(process: ProcessContext, words: readonly string[], isMove: boolean): Promise<number> {
  const { flags, operands } = readOptions(words, {
    letters: isMove ? 'f' : 'rRafp',
    long: isMove ? { force: 'f' } : { recursive: 'r', archive: 'a', force: 'f' },
  });
  const command = isMove ? 'mv' : 'cp';
  const destination = operands.pop();
  if (destination === undefined || operands.length === 0) return fail(process, `${command}: missing operand`);
  const { files } = process.settings;
  const target = pathOf(process, destination);
  const isIntoFolder = files.get(target)?.kind === 'folder';
  if (operands.length > 1 && !isIntoFolder)
    return fail(process, `${command}: target '${destination}' is not a directory`);
  let code = 0;
  for (const name of operands) {
    const source = isMove ? unresolved(process, name) : pathOf(process, name);
    const entry = files.get(source);
    const isRecursive = isMove || flags.has('r') || flags.has('R') || flags.has('a');
    if (entry === undefined) code = await fail(process, `${command}: can't stat '${name}': No such file or directory`);
    else if (entry.kind === 'folder' && !isRecursive)
      code = await fail(process, `${command}: omitting directory '${name}'`);
    else {
      const path = isIntoFolder ? resolvePath(name.endsWith('/.') ? '.' : nameOf(source), target) : target;
      for (const [each, copied] of files.below(source)) {
        const now = isMove || flags.has('p') || flags.has('a') ? copied.modified : process.clock.now();
        files.put(each === source ? path : resolvePath(`.${each.slice(source === '/' ? 0 : source.length)}`, path), {
          ...copied,
          modified: now,
        });
      }
      if (isMove && path !== source) files.remove(source);
    }
  }
  return code;
}
