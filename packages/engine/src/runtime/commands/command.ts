/** What the built-in commands share: output, options, files. */
import { newFile } from '../../filesystem/memory-tree.js';
import { ReadOnlyError } from '../../filesystem/mounted-tree.js';
import { followLinks, parentOf, resolvePath } from '../../filesystem/paths.js';
import type { TreeEntry } from '../../ports/filesystem.js';
import type { Command, ProcessContext } from '../process-context.js';

export type Commands = Readonly<Record<string, Command>>;

/** Thrown to end a command with a message. */
export class CommandError extends Error {
  readonly code: number;

  constructor(message: string, code = 1) {
    super(message);
    this.code = code;
  }
}

/** Prints a line. @returns the exit code 0 */
export async function print(process: ProcessContext, text: string, end = '\n'): Promise<number> {
  await process.write('stdout', `${text}${end}`);
  return 0;
}

export async function fail(process: ProcessContext, text: string, code = 1): Promise<number> {
  await process.write('stderr', `${text}\n`);
  return code;
}

/** Returns the absolute path of a file after symbolic links. */
export function pathOf({ settings: { files }, folder }: ProcessContext, name: string): string {
  const path = resolvePath(name, folder);
  return followLinks(files, path) ?? path;
}

/** Returns the path of a file, with links in its folder followed, and not the file itself. */
export function unresolved(process: ProcessContext, name: string): string {
  const path = resolvePath(name, process.folder);
  return followLinks(process.settings.files, path, false) ?? path;
}

export function entryOf(process: ProcessContext, name: string): TreeEntry | undefined {
  return process.settings.files.get(pathOf(process, name));
}

/** @throws CommandError */
export function readFile(process: ProcessContext, name: string): Buffer {
  const entry = entryOf(process, name);
  if (entry?.kind === 'file') return entry.data;
  if (name === '/dev/null') return Buffer.alloc(0);
  throw new CommandError(
    `can't open '${name}': ${entry === undefined ? 'No such file or directory' : 'Is a directory'}`,
  );
}

/** @throws CommandError if the folder of the file does not exist, or a folder has its name */
export function writeFile(process: ProcessContext, name: string, data: Buffer): void {
  const path = pathOf(process, name);
  if (path === '/dev/null') return;
  const problem = writeProblem(process, name);
  if (problem !== undefined) throw new CommandError(`can't open '${name}': ${problem}`);
  const before = process.settings.files.get(path);
  process.settings.files.put(
    path,
    newFile(data, process.clock.now(), before?.kind === 'file' ? before.mode : 0o666 & ~process.entry.umask),
  );
}

/** Returns why a path can have no file: its folder does not exist, or is none. */
export function folderProblem(process: ProcessContext, name: string): string | undefined {
  const { files } = process.settings;
  const parent = parentOf(unresolved(process, name));
  for (let folder = parent; ; folder = parentOf(folder)) {
    const entry = files.get(folder);
    if (entry === undefined && folder !== '/') continue;
    if (entry !== undefined && entry.kind !== 'folder') return 'Not a directory';
    return folder === parent ? undefined : 'No such file or directory';
  }
}

/** Returns why a path has no file. */
export function pathProblem(process: ProcessContext, name: string): string | undefined {
  const isThere = process.settings.files.get(unresolved(process, name)) !== undefined;
  return folderProblem(process, name) ?? (isThere ? undefined : 'No such file or directory');
}

/** Returns why a file cannot be created or replaced. */
export function writeProblem(process: ProcessContext, name: string): string | undefined {
  return entryOf(process, name)?.kind === 'folder' ? 'Is a directory' : folderProblem(process, name);
}

/** Asks on the standard error, and reads the answer. */
export async function confirmed(process: ProcessContext, question: string): Promise<boolean> {
  await process.write('stderr', question);
  return /^[yY]/.test((await process.readLine()) ?? '');
}

/** Reads all of the input. */
export async function readInput(process: ProcessContext): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let data = await process.read(); data !== undefined; data = await process.read()) chunks.push(data);
  return Buffer.concat(chunks);
}

/** Splits text into lines without their ends. */
export function linesOf(text: Buffer | string): string[] {
  const lines = text.toString().split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

export async function printLines(process: ProcessContext, lines: readonly string[]): Promise<number> {
  return lines.length === 0 ? 0 : print(process, lines.join('\n'));
}

/** What commands say of a path that they cannot change; the path alone for all others. */
const readOnlyTexts: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['dd', 'gzip', 'gunzip', 'sort', 'tar'].map((name) => [name, "can't open '%'"])),
  cp: "can't create '%'",
  mkdir: "can't create directory '%'",
  mv: "can't rename '%'",
  rm: "can't remove '%'",
  rmdir: "'%'",
  truncate: '%: open',
};

/** Adds the name of a command to the message of its errors. */
export function named(commands: Commands): Commands {
  return Object.fromEntries(
    Object.entries(commands).map(([name, command]): [string, Command] => [
      name,
      async (process, words) => {
        try {
          return await command(process, words);
        } catch (error) {
          if (error instanceof CommandError) return fail(process, `${name}: ${error.message}`, error.code);
          if (!(error instanceof ReadOnlyError)) throw error;
          const operand = words.find((word) => !word.startsWith('-') && unresolved(process, word) === error.path);
          const text = (readOnlyTexts[name] ?? '%').replace('%', () => operand ?? error.path);
          return fail(process, `${name}: ${text}: Read-only file system`, name === 'sort' ? 2 : 1);
        }
      },
    ]),
  );
}
