/** The built-in programs of every container. */
import { resolvePath } from '../files/paths.js';
import type { ProcessContext } from './process.js';

type Program = (process: ProcessContext, words: readonly string[]) => Promise<number> | number;

const programs: Readonly<Record<string, Program>> = {
  async cat(process, names) {
    if (names.length === 0) {
      for (let data = await process.read(); data !== undefined; data = await process.read()) {
        await process.write('stdout', process.options.tty ? data.toString() : data);
      }
      return 0;
    }
    let code = 0;
    for (const name of names) {
      const file = process.options.files.get(resolvePath(name, process.folder));
      if (file?.kind === 'file') await process.write('stdout', file.data);
      else code = await fail(process, `cat: can't open '${name}': No such file or directory`);
    }
    return code;
  },
  date: (process, [format]) =>
    print(process, format === '+%s' ? String(Math.floor(Date.now() / 1000)) : new Date().toUTCString()),
  echo: (process, words) =>
    words[0] === '-n' ? print(process, words.slice(1).join(' '), '') : print(process, words.join(' ')),
  env: (process) => print(process, [...process.variables].map(([name, value]) => `${name}=${value}`).join('\n')),
  false: () => 1,
  hostname: (process) => print(process, process.options.hostname),
  id: (process) => print(process, `uid=${process.options.user || '0(root)'}`),
  async ls(process, words) {
    const folder = resolvePath(words.find((word) => !word.startsWith('-')) ?? '.', process.folder);
    const { files } = process.options;
    if (files.get(folder)?.kind === 'file') return print(process, folder);
    if (files.get(folder) === undefined) return fail(process, `ls: ${folder}: No such file or directory`, 1);
    const names = files.namesIn(folder);
    return names.length === 0 ? 0 : print(process, names.join('\n'));
  },
  async mkdir(process, words) {
    for (const word of words.filter((each) => !each.startsWith('-'))) {
      process.options.files.makeFolder(resolvePath(word, process.folder));
    }
    return 0;
  },
  printf: (process, [format = '', ...rest]) =>
    print(
      process,
      format.replaceAll('\\n', '\n').replaceAll(/%s/g, () => rest.shift() ?? ''),
      '',
    ),
  pwd: (process) => print(process, process.folder),
  async rm(process, words) {
    for (const word of words.filter((each) => !each.startsWith('-'))) {
      process.options.files.remove(resolvePath(word, process.folder));
    }
    return 0;
  },
  async sleep(process, [text = '0']) {
    const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
    const [, count = '0', unit = 's'] = /^([\d.]+)([smhd])?$/.exec(text) ?? [];
    await process.sleep(text === 'infinity' ? Infinity : Number(count) * (units[unit] ?? 1) * 1000);
    return 0;
  },
  stty: (process) => print(process, `${process.size.h} ${process.size.w}`),
  async touch(process, words) {
    for (const word of words) {
      const path = resolvePath(word, process.folder);
      const old = process.options.files.get(path);
      process.options.files.write(path, old?.kind === 'file' ? old.data : Buffer.alloc(0));
    }
    return 0;
  },
  async tail(process, words) {
    const follows = words.some((word) => /^-\w*[fF]/.test(word));
    for (const name of words.filter((word) => !word.startsWith('-') && word !== '/dev/null')) {
      const file = process.options.files.get(resolvePath(name, process.folder));
      if (file?.kind !== 'file') return fail(process, `tail: can't open '${name}': No such file or directory`);
      await process.write(
        'stdout',
        file.data
          .toString()
          .split(/(?<=\n)/)
          .slice(-10)
          .join(''),
      );
    }
    // Nothing else writes to these files, so there is nothing to follow.
    if (follows) await process.sleep(Infinity);
    return 0;
  },
  async top(process) {
    await print(process, `PID USER COMMAND\n1 root ${process.options.arguments.join(' ')}`);
    await process.sleep(Infinity);
    return 0;
  },
  true: () => 0,
};

/** Whether a program with this name exists; the folder is ignored. */
export function isProgram(name: string): boolean {
  return Object.hasOwn(programs, baseName(name));
}

export async function runProgram(process: ProcessContext, name: string, words: readonly string[]): Promise<number> {
  const program = isProgram(name) ? programs[baseName(name)] : undefined;
  if (program === undefined) return fail(process, `sh: ${name}: not found`, 127);
  return program(process, words);
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

async function print(process: ProcessContext, text: string, end = '\n'): Promise<number> {
  await process.write('stdout', `${text}${end}`);
  return 0;
}

async function fail(process: ProcessContext, text: string, code = 1): Promise<number> {
  await process.write('stderr', `${text}\n`);
  return code;
}
