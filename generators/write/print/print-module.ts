/** A module of plain structures → its text, in the form that prettier would give it. */
import type { StatementStructures } from 'ts-morph';
import {
  commentBlock,
  commentLines,
  literal,
  mentionedIn,
  ownerOf,
  withoutMentions,
  type CodeModule,
  type CodeSymbol,
  type OutputFile,
} from '../../code/index.js';
import { printStructure } from '../../code/structures.js';

const WIDTH = 120;

export interface PrintOptions {
  /** The lines of the file's head: generator, source, command. */
  readonly head: readonly string[];
  /** The folder of the module's package, below the output folder. */
  readonly folder: string;
}

/** Imports follow from the mentions in what was printed; a name of the module itself needs none. */
export function printModule(module: CodeModule, { head, folder }: PrintOptions): OutputFile {
  const statements = module.declarations.flatMap((declaration) => declaration.statements.map(printed));
  const body = statements.join('\n\n');
  const mentioned = mentionedIn(body).filter((symbol) => !sameModule(symbol, module));
  const imports = importedNames(module, mentioned);
  const code = withoutMentions(body, (symbol) => imports.get(keyOf(symbol)) ?? symbol.name);
  const opening = commentLines([...head, ...module.about.split('\n')]);
  const parts = [opening, importsOf(module, mentioned, imports), code, exportsOf(module)].filter((part) => part !== '');
  const text = `${parts.join('\n\n')}\n`;
  return { path: `${folder}/${module.path}`, text, ...(module.isUnformatted && { isUnformatted: true }) };
}

function printed(statement: StatementStructures | string): string {
  return typeof statement === 'string' ? statement.trimEnd() : printedStructure(statement);
}

function printedStructure(statement: StatementStructures): string {
  const comments: string[] = [];
  const text = printStructure(withoutComments(statement, comments), { indentNumberOfSpaces: 2, useSingleQuote: true });
  return (
    text
      .replace(commentMark, (_mark, indent: string, index: string) =>
        commentBlock((comments[Number(index)] ?? '').trimStart()).replace(/^(?=.)/gm, indent),
      )
      .replace(/[ \t]+$/gm, '')
      .trimEnd()
      .replace(/ \{\n\}$/, ' {}')
      // The printer indents the further lines of what an interface extends, prettier does not.
      .replace(/^(export interface .*<)((?:\n {4}.*)+)\n {2}> \{$/m, (_clause, opening: string, lines: string) => {
        return `${opening}${lines.replaceAll('\n    ', '\n  ')}\n> {`;
      })
  );
}

// The printer looks at every character that it writes, and most of them are comments: it writes marks in their place.
// No text of a document holds such a character.
const commentMark = /^( *)\/\*\* \uE003(\d+) \*\/\n/gm;

function withoutComments(statement: StatementStructures, comments: string[]): StatementStructures {
  const text = JSON.stringify(statement, (key, value: unknown) =>
    key === 'docs' && Array.isArray(value) ? value.map((said: string) => `\uE003${comments.push(said) - 1}`) : value,
  );
  return JSON.parse(text) as StatementStructures;
}

/** What each import is called here: by another name where the module itself, or an import before it, has its name. */
function importedNames(module: CodeModule, symbols: readonly CodeSymbol[]): ReadonlyMap<string, string> {
  const taken = new Set(module.declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => name)));
  const wanted = new Set([...taken, ...symbols.map(({ name }) => name)]);
  const free = (name: string): string => {
    const base = /^\p{Lu}/u.test(name) ? `Base${name}` : `base${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    let alias = base;
    for (let count = 2; wanted.has(alias) || taken.has(alias); count += 1) alias = `${base}${count}`;
    return alias;
  };
  const names = new Map<string, string>();
  for (const [, group] of bySpecifier(module, symbols)) {
    for (const symbol of group) {
      const name = taken.has(symbol.name) ? free(symbol.name) : symbol.name;
      taken.add(name);
      names.set(keyOf(symbol), name);
    }
  }
  return names;
}

function importsOf(module: CodeModule, symbols: readonly CodeSymbol[], imports: ReadonlyMap<string, string>): string {
  return bySpecifier(module, symbols)
    .map(([specifier, names]) => {
      const types = names.every(({ value }) => value !== true);
      const list = names.map((symbol) => {
        const alias = imports.get(keyOf(symbol)) ?? symbol.name;
        const spelled = alias === symbol.name ? symbol.name : `${symbol.name} as ${alias}`;
        return types || symbol.value === true ? spelled : `type ${spelled}`;
      });
      return braced(`import ${types ? 'type ' : ''}`, list, ` from ${literal(specifier)};`);
    })
    .join('\n');
}

function exportsOf(module: CodeModule): string {
  return bySpecifier(module, module.passesOn)
    .map(([specifier, names]) => {
      const list = names.map(({ name, value }) => (value === true ? name : `type ${name}`));
      return braced('export ', list, ` from ${literal(specifier)};`);
    })
    .join('\n');
}

function bySpecifier(
  module: CodeModule,
  symbols: readonly CodeSymbol[],
): readonly (readonly [string, readonly CodeSymbol[]])[] {
  const groups = new Map<string, CodeSymbol[]>();
  for (const symbol of symbols) {
    const specifier = specifierOf(module, symbol);
    groups.set(specifier, [...(groups.get(specifier) ?? []), symbol]);
  }
  const ordered = [...groups].sort(([a], [b]) => rank(a) - rank(b) || compare(a, b));
  return ordered.map(([specifier, names]) => [specifier, [...names].sort((a, b) => compare(a.name, b.name))] as const);
}

/** Another package by its name, a module of the same package by the way to it. */
function specifierOf(from: CodeModule, { home }: CodeSymbol): string {
  if (ownerOf(home.package) !== ownerOf(from.package)) return home.package;
  const own = from.path.split('/').slice(0, -1);
  const target = home.path.replace(/\.ts$/, '.js').split('/');
  let shared = 0;
  while (shared < own.length && own[shared] === target[shared]) shared += 1;
  const up = own.length - shared;
  return `${up === 0 ? './' : '../'.repeat(up)}${target.slice(shared).join('/')}`;
}

function braced(before: string, names: readonly string[], after: string): string {
  const line = `${before}{ ${names.join(', ')} }${after}`;
  return line.length <= WIDTH ? line : `${before}{\n${names.map((name) => `  ${name},\n`).join('')}}${after}`;
}

function sameModule({ home }: CodeSymbol, module: CodeModule): boolean {
  return home.package === module.package && home.path === module.path;
}

function keyOf({ name, home }: CodeSymbol): string {
  return `${home.package} ${home.path} ${name}`;
}

function rank(specifier: string): number {
  return specifier.startsWith('.') ? 1 : 0;
}

// By code unit, so that the order is the same on every machine.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
