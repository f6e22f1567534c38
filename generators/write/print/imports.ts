/** The imports of a module, derived from its mentions, and its re-exports. */
import { builders } from 'prettier/doc';
import { appendTo, pascalCase, literal, ownerOf, type CodeModule, type CodeSymbol } from '../../code/index.js';
import { printed } from '../../code/layout/lay-out.js';
import { isAscii } from '../../code/layout/one-line.js';
import type { LayoutContext } from '../../code/layout/context.js';

const { group, ifBreak, indent, join, line } = builders;

/** The types of TypeScript that generated code mentions: an import with such a name would take their place. */
const globals = ['Awaited', 'Iterable', 'Parameters', 'Partial', 'Readonly', 'Record', 'ReturnType'];

/** Returns the local name of each import: an alias if the module itself, or an earlier import, has its name. */
export function importedNames(module: CodeModule, symbols: readonly CodeSymbol[]): ReadonlyMap<string, string> {
  const own = module.declarations.flatMap((declaration) => declaration.symbols.map(({ name }) => name));
  const taken = new Set([...globals, ...own]);
  const wanted = new Set([...taken, ...symbols.map(({ name }) => name)]);
  const free = (symbol: CodeSymbol): string => {
    const wantedAlias = symbol.alias ?? baseName(symbol.name);
    let alias = wantedAlias;
    for (let count = 2; wanted.has(alias) || taken.has(alias); count += 1) alias = `${wantedAlias}${count}`;
    return alias;
  };
  const names = new Map<string, string>();
  for (const [, group] of bySpecifier(module, symbols)) {
    for (const symbol of group) {
      const name = taken.has(symbol.name) ? free(symbol) : symbol.name;
      taken.add(name);
      names.set(symbolKey(symbol), name);
    }
  }
  return names;
}

/** Returns the default alias, which marks the declaration of the extended version. */
function baseName(name: string): string {
  return /^\p{Lu}/u.test(name) ? `Base${name}` : `base${pascalCase(name)}`;
}

export function importsText(
  module: CodeModule,
  symbols: readonly CodeSymbol[],
  imports: ReadonlyMap<string, string>,
  context: LayoutContext,
): string {
  return bySpecifier(module, symbols)
    .map(([specifier, names]) => {
      const types = names.every(({ value }) => value !== true);
      const list = names.map((symbol) => {
        const alias = imports.get(symbolKey(symbol)) ?? symbol.name;
        const spelled = alias === symbol.name ? symbol.name : `${symbol.name} as ${alias}`;
        return types || symbol.value === true ? spelled : `type ${spelled}`;
      });
      return listText(`import ${types ? 'type ' : ''}`, list, specifier, context);
    })
    .join('\n');
}

export function exportsText(module: CodeModule, context: LayoutContext): string {
  return bySpecifier(module, module.reexports)
    .map(([specifier, names]) => {
      const list = names.map(({ name, value }) => (value === true ? name : `type ${name}`));
      return listText('export ', list, specifier, context);
    })
    .join('\n');
}

/** Prints a list of names; a single name is never broken onto another line. */
function listText(before: string, names: readonly string[], specifier: string, context: LayoutContext): string {
  const after = ` from ${literal(specifier)};`;
  const text = `${before}{ ${names.join(', ')} }${after}`;
  if (names.length < 2) return text;
  // Fast path: each character takes one column.
  if (isAscii(text)) return text.length <= context.width ? text : `${before}{\n  ${names.join(',\n  ')},\n}${after}`;
  const list = group(['{', indent([line, join([',', line], [...names])]), ifBreak(','), line, '}']);
  return printed([before, list, after], context);
}

function bySpecifier(
  module: CodeModule,
  symbols: readonly CodeSymbol[],
): readonly (readonly [string, readonly CodeSymbol[]])[] {
  const groups = new Map<string, CodeSymbol[]>();
  const specifiers = new Map<string, string>();
  for (const symbol of symbols) {
    const { package: owner, path } = symbol.home;
    const home = `${owner} ${path}`;
    const specifier = specifiers.get(home) ?? specifierOf(module, symbol);
    specifiers.set(home, specifier);
    appendTo(groups, specifier, symbol);
  }
  const ordered = [...groups].sort(([a], [b]) => rank(a) - rank(b) || compare(a, b));
  return ordered.map(([specifier, names]) => [specifier, [...names].sort((a, b) => compare(a.name, b.name))] as const);
}

/** Returns the specifier: the name of another package, or the relative path of a module of the same package. */
function specifierOf(from: CodeModule, { home }: CodeSymbol): string {
  if (ownerOf(home.package) !== ownerOf(from.package)) return home.package;
  const own = from.path.split('/').slice(0, -1);
  const target = home.path.replace(/\.ts$/, '.js').split('/');
  let shared = 0;
  while (shared < own.length && own[shared] === target[shared]) shared += 1;
  const up = own.length - shared;
  return `${up === 0 ? './' : '../'.repeat(up)}${target.slice(shared).join('/')}`;
}

export function symbolKey({ name, home }: CodeSymbol): string {
  return `${home.package} ${home.path} ${name}`;
}

function rank(specifier: string): number {
  return specifier.startsWith('.') ? 1 : 0;
}

// Compares by code units, so that the order is the same on every machine.
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
