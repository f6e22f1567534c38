/** A stage of a build: the image so far, its configuration, and its variables. */
import type { ImageConfig } from '@lading/types-v1.44';
import { defaultShell } from '../dockerfile/config-instruction.js';
import { newFolder, type MemoryTree } from '../filesystem/memory-tree.js';
import type { ImageRecord } from '../state/image-record.js';
import { splitOnce } from '../values/environment.js';

export interface BuildStage {
  /** As written after `AS`; empty without a name. */
  readonly name: string;
  /** Undefined until a stage from nothing has its first layer. */
  image: ImageRecord | undefined;
  config: Partial<ImageConfig>;
  author: string | undefined;
  hasCommand: boolean;
  /** Whether the results of earlier builds still apply. */
  usesCache: boolean;
  /** The arguments that the stage has declared, with their values. */
  readonly args: Map<string, string>;
}

/** Arguments that need no declaration. */
const predefined: readonly string[] = ['http', 'https', 'ftp', 'no', 'all'].flatMap((name) => [
  `${name}_proxy`,
  `${name}_proxy`.toUpperCase(),
]);

export class BuildArguments {
  readonly #given: ReadonlyMap<string, string>;
  readonly #used = new Set<string>();
  /** Those that are declared before the first stage. */
  readonly global = new Map<string, string>();

  constructor(given: Readonly<Record<string, string | null>> | null | undefined) {
    this.#given = new Map(
      Object.entries(given ?? {}).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
    );
  }

  /** Adds an argument to those of a stage or of the file: with the value of the request, or its default. Without any, it has none. */
  declare(name: string, defaultValue: string | undefined, declared: Map<string, string>): void {
    this.#used.add(name);
    const value = this.#given.get(name) ?? defaultValue ?? this.global.get(name);
    if (value === undefined) declared.delete(name);
    else declared.set(name, value);
  }

  /** Returns the proxies of the request, which every command sees. */
  proxies(): [string, string][] {
    return predefined.flatMap((name): [string, string][] => {
      const value = this.#given.get(name);
      return value === undefined ? [] : [[name, value]];
    });
  }

  /** Lists arguments of the request that no instruction declared. */
  unused(): string[] {
    return [...this.#given.keys()].filter((name) => !this.#used.has(name) && !predefined.includes(name)).sort();
  }
}

/** Returns what the history says of a step that runs no command. */
export function noOperation({ Shell }: Partial<ImageConfig>, comment: string, isShort = false): string {
  return `${(Shell ?? defaultShell).join(' ')} #(nop) ${isShort ? comment.trimStart() : comment}`;
}

/** Returns the variables of a stage: those of its image come before arguments. */
export function variablesOf({ config, args }: BuildStage): ReadonlyMap<string, string> {
  return new Map([...args, ...(config.Env ?? []).map((each) => splitOnce(each))]);
}

/** Adds a folder to the files of a stage, unless it is there. */
export function withFolder(files: MemoryTree, path: string, now: number): MemoryTree {
  if (files.get(path) === undefined) files.put(path, newFolder(now));
  return files;
}

export function shortId(image: ImageRecord | undefined): string {
  return image?.id.slice(7, 19) ?? '';
}
