/** The programs that containers can run: the built-in ones, and those that are added. */
import { definedProgram, ImageDefinitions } from '../definitions/image-definitions.js';
import { nameOf, followLinks, resolvePath } from '../filesystem/paths.js';
import type { FileTree } from '../ports/filesystem.js';
import type { Command, LocatedProgram, ProcessContext, ProgramTable } from './process-context.js';
import type { Program } from '../definitions/program.js';
import { contextOf } from './program-context.js';

/** The programs of every image. */
interface BuiltIns {
  readonly commands: Readonly<Record<string, Command>>;
  readonly runShell: (process: ProcessContext, words: readonly string[], name: string) => Promise<number>;
}

let builtIns: BuiltIns | undefined;
let loading: Promise<void> | undefined;

async function loadBuiltIns(): Promise<void> {
  const [{ builtInCommands: commands }, { runShell }] = await Promise.all([
    import('./commands/index.js'),
    import('./shell/shell.js'),
  ]);
  builtIns = { commands, runShell };
}

export class Programs implements ProgramTable {
  readonly #added = new Map<string, Program>();
  readonly #definitions: ImageDefinitions;

  /** @param definitions those of images with programs */
  constructor(definitions = new ImageDefinitions()) {
    this.#definitions = definitions;
  }

  /**
   * Adds a program, or replaces one.
   *
   * @param name the name without a folder: it is found in every folder and in every image
   */
  add(name: string, program: Program): void {
    this.#added.set(name, program);
  }

  /** Loads the built-in programs, a third of the engine's code, which it does not need to respond. */
  load(): Promise<void> | undefined {
    return builtIns === undefined ? (loading ??= loadBuiltIns()) : undefined;
  }

  /** Finds a program as a shell does: by its path, or by its name in the folders of `PATH`. */
  locate(name: string, files: FileTree, folder: string, path: string): LocatedProgram {
    const base = nameOf(name);
    const added = this.#added.get(base);
    if (added !== undefined) return { kind: 'found', run: (process, words) => runAdded(added, process, base, words) };
    const file = this.#fileOf(name, files, folder, path);
    if (file !== undefined && file.text.startsWith('#!')) {
      if ((file.mode & 0o111) === 0) return { kind: 'denied' };
      const [interpreter = '', ...words] = file.text.slice(2).split('\n', 1).join('').trim().split(/\s+/);
      if (interpreter === definedProgram) return this.#defined(base, words);
      const shell = this.locate(interpreter, files, folder, path);
      if (shell.kind !== 'found') return shell;
      return {
        kind: 'found',
        run(process, more) {
          const script = [...words, file.path, ...more];
          process.entry.command = [interpreter, ...script];
          return shell.run(process, script);
        },
      };
    }
    if (builtIns === undefined) throw new Error('the built-in programs have not been loaded');
    const { commands, runShell } = builtIns;
    if (/^(ba|a|da)?sh$/.test(base)) return { kind: 'found', run: (process, words) => runShell(process, words, name) };
    const command = Object.hasOwn(commands, base) ? commands[base] : undefined;
    if (command !== undefined) return { kind: 'found', run: command };
    if (file !== undefined && (file.mode & 0o111) === 0) return { kind: 'denied' };
    return { kind: 'missing' };
  }

  /** Returns the program of the image that a file names by its repository and path. */
  #defined(name: string, [repository = '', path = '']: readonly string[]): LocatedProgram {
    if (!this.#definitions.has(repository)) return { kind: 'missing' };
    return {
      kind: 'found',
      run: async (process, words) => runAdded(await this.#definitions.program(repository, path), process, name, words),
    };
  }

  #fileOf(name: string, files: FileTree, folder: string, path: string) {
    const candidates = name.includes('/')
      ? [resolvePath(name, folder)]
      : path.split(':').map((each) => resolvePath(name, each));
    for (const candidate of candidates) {
      const resolved = followLinks(files, candidate);
      const entry = resolved === undefined ? undefined : files.get(resolved);
      if (entry?.kind === 'file')
        return { path: candidate, mode: entry.mode, text: entry.data.subarray(0, 256).toString() };
    }
    return undefined;
  }
}

async function runAdded(
  program: Program,
  process: ProcessContext,
  name: string,
  words: readonly string[],
): Promise<number> {
  return (await program(contextOf(process, name, words))) ?? 0;
}
