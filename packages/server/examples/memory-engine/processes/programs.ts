/** The programs that every container has. */
import { resolvePath } from '../files/paths.js';
import type { Running } from './process.js';

type Program = (process: Running, words: readonly string[]) => Promise<number> | number;

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
      else code = await failed(process, `cat: can't open '${name}': No such file or directory`);
    }
    return code;
  },
  date: (process, [format]) =>
    say(process, format === '+%s' ? String(Math.floor(Date.now() / 1000)) : new Date().toUTCString()),
  echo: (process, words) =>
    words[0] === '-n' ? say(process, words.slice(1).join(' '), '') : say(process, words.join(' ')),
  env: (process) => say(process, [...process.variables].map(([name, value]) => `${name}=${value}`).join('\n')),
  false: () => 1,
  hostname: (process) => say(process, process.options.hostname),
  id: (process) => say(process, `uid=${process.options.user || '0(root)'}`),
  async ls(process, words) {
    const folder = resolvePath(words.find((word) => !word.startsWith('-')) ?? '.', process.folder);
    const { files } = process.options;
    if (files.get(folder)?.kind === 'file') return say(process, folder);
    if (files.get(folder) === undefined) return failed(process, `ls: ${folder}: No such file or directory`, 1);
    const names = files.namesIn(folder);
    return names.length === 0 ? 0 : say(process, names.join('\n'));
  },
  async mkdir(process, words) {
    for (const word of words.filter((each) => !each.startsWith('-'))) {
      process.options.files.makeFolder(resolvePath(word, process.folder));
    }
    return 0;
  },
  printf: (process, [format = '', ...rest]) =>
    say(
      process,
      format.replaceAll('\\n', '\n').replaceAll(/%s/g, () => rest.shift() ?? ''),
      '',
    ),
  pwd: (process) => say(process, process.folder),
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
  stty: (process) => say(process, `${process.size.h} ${process.size.w}`),
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
      if (file?.kind !== 'file') return failed(process, `tail: can't open '${name}': No such file or directory`);
      await process.write(
        'stdout',
        file.data
          .toString()
          .split(/(?<=\n)/)
          .slice(-10)
          .join(''),
      );
    }
    // Nothing is added to these files by others.
    if (follows) await process.sleep(Infinity);
    return 0;
  },
  async top(process) {
    await say(process, `PID USER COMMAND\n1 root ${process.options.arguments.join(' ')}`);
    await process.sleep(Infinity);
    return 0;
  },
  true: () => 0,
};

/** Without the folder that it stands in. */
export function isProgram(name: string): boolean {
  return Object.hasOwn(programs, baseName(name));
}

export async function runProgram(process: Running, name: string, words: readonly string[]): Promise<number> {
  const program = isProgram(name) ? programs[baseName(name)] : undefined;
  if (program === undefined) return failed(process, `sh: ${name}: not found`, 127);
  return program(process, words);
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

async function say(process: Running, text: string, end = '\n'): Promise<number> {
  await process.write('stdout', `${text}${end}`);
  return 0;
}

async function failed(process: Running, text: string, code = 1): Promise<number> {
  await process.write('stderr', `${text}\n`);
  return code;
}
