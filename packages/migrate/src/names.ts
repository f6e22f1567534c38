/** The names that a file imports from the client and from Node, which collide with none of its own. */
import { Node, type SourceFile } from 'ts-morph';
import { isModule } from './pending.js';

const modules: Readonly<Record<string, string>> = {
  callbackify: 'node:util',
  Readable: 'node:stream',
  finished: 'node:stream/promises',
  createReadStream: 'node:fs',
};
const types = new Set(['Engine', 'Handle']);

export class Names {
  readonly #file: SourceFile;
  readonly #taken: ReadonlySet<string>;
  readonly #used = new Map<string, string>();

  constructor(file: SourceFile) {
    this.#file = file;
    const taken = new Set<string>();
    file.forEachDescendant((node) => {
      if (Node.isIdentifier(node) && !isPropertyName(node)) taken.add(node.getText());
    });
    this.#taken = taken;
  }

  /** Imports a name, and returns what it is called in this file. */
  use(name: string): string {
    const used = this.#used.get(name) ?? this.free(name, `lading${name[0]?.toUpperCase()}${name.slice(1)}`);
    this.#used.set(name, used);
    return used;
  }

  /** The first name, or the second one if the file has it, with a number if it has that too. */
  free(name: string, other: string): string {
    if (!this.#taken.has(name)) return name;
    for (let number = 1; ; number++) {
      const candidate = number === 1 ? other : `${other}${number}`;
      if (!this.#taken.has(candidate)) return candidate;
    }
  }

  /** The imports, as lines. */
  lines(): string {
    const isImport = isModule(this.#file) || /\.tsx?$/.test(this.#file.getFilePath());
    const byModule = new Map<string, string[]>();
    for (const [name, used] of [...this.#used].sort()) {
      if (types.has(name) && !/\.[cm]?tsx?$/.test(this.#file.getFilePath())) continue;
      const renamed = used === name ? name : `${name}${isImport ? ' as' : ':'} ${used}`;
      const module = modules[name] ?? '@lading/client';
      byModule.set(module, [...(byModule.get(module) ?? []), types.has(name) ? `type ${renamed}` : renamed]);
    }
    return [...byModule]
      .map(([module, names]) =>
        isImport ? importOf(names, module) : `const { ${names.join(', ')} } = require('${module}');\n`,
      )
      .join('');
  }
}

function importOf(names: readonly string[], module: string): string {
  const areTypes = names.every((name) => name.startsWith('type '));
  const [keyword, listed] = areTypes ? ['import type', names.map((name) => name.slice(5))] : ['import', names];
  return `${keyword} { ${listed.join(', ')} } from '${module}';\n`;
}

function isPropertyName(node: Node): boolean {
  const parent = node.getParent();
  if (Node.isPropertyAccessExpression(parent)) return parent.getNameNode() === node;
  const isNamed =
    Node.isPropertyAssignment(parent) || Node.isMethodDeclaration(parent) || Node.isPropertyDeclaration(parent);
  return isNamed && parent.getNameNode() === node;
}
