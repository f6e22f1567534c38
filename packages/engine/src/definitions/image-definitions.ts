/** The definitions of images that an engine has, by the repositories of their images. */
import type { Program } from './program.js';
import type { ImageContent, ImageDefinition } from './image-definition.js';

/** The interpreter in the first line of a file that stands for a program of a definition. Its words are a repository and a path. */
export const definedProgram = '/lading/program';

export class ImageDefinitions {
  readonly #definitions = new Map<string, ImageDefinition>();
  readonly #loaded = new Map<ImageDefinition, Promise<ImageContent>>();

  /** @param definitions a later one replaces an earlier one of the same name */
  constructor(definitions: readonly ImageDefinition[] = []) {
    for (const definition of definitions)
      for (const name of definition.names) this.#definitions.set(repositoryNamed(name), definition);
  }

  has(repository: string): boolean {
    return this.#definitions.has(repository);
  }

  /** @param repository with the prefix `library/` where the name has none */
  async content(repository: string): Promise<ImageContent | undefined> {
    const definition = this.#definitions.get(repository);
    if (definition === undefined) return undefined;
    let content = this.#loaded.get(definition);
    if (content === undefined) this.#loaded.set(definition, (content = Promise.resolve(definition.load())));
    return content;
  }

  /** Returns the program that a file stands for. @throws Error if its definition lacks it */
  async program(repository: string, path: string): Promise<Program> {
    const program = (await this.content(repository))?.programs[path];
    if (program === undefined) throw new Error(`the definition of the image ${repository} has no program ${path}`);
    return program;
  }
}

/** Returns the content of the file that stands for a program. */
export function programFile(repository: string, path: string): string {
  return `#!${definedProgram} ${repository} ${path}\n`;
}

function repositoryNamed(name: string): string {
  const short = name.replace(/^docker\.io\//, '');
  return short.includes('/') ? short : `library/${short}`;
}
