/** An interface that shares some members with a base → an interface that extends the one of the base. */
import { literal } from './identifier.js';
import { mention, type CodeSymbol } from './mention.js';
import type { Declaration } from './module.js';
import type { BaseWithShared } from './shared.js';
import type { InterfaceStructure } from './structures.js';
import type { TypeCode } from './tree.js';
import { generic, union } from './type-trees.js';

/**
 * Returns each member of an extensible interface as a separate declaration, for comparison with the members of a base.
 * No module contains these declarations.
 */
export function memberDeclarations(declaration: Declaration): readonly Declaration[] {
  const [symbol] = declaration.symbols;
  if (declaration.members === undefined || symbol === undefined) return [];
  const { kind, properties = [], methods } = interfaceOf(declaration);
  const overloads = overloadsOf(methods);
  return declaration.members.map((key, index): Declaration => {
    const name = memberName(symbol.name, key);
    const member =
      index < properties.length
        ? { properties: properties.slice(index, index + 1) }
        : { methods: [...(overloads[index - properties.length] ?? [])] };
    return { symbols: [{ ...symbol, name }], statements: [{ kind, name, ...member }] };
  });
}

/**
 * Returns the declaration with only the members that differ; it extends the base interface that shares most of the
 * others.
 */
export function extendedInterface(declaration: Declaration, bases: readonly BaseWithShared[]): Declaration {
  const { members, symbols } = declaration;
  const name = symbols[0]?.name ?? '';
  if (members === undefined) return declaration;
  const [nearest] = bases
    .map(({ base, shared }) => ({
      base,
      inherited: new Set(members.filter((key) => shared.has(memberName(name, key)))),
    }))
    .filter(({ inherited }) => inherited.size > 0)
    .sort((a, b) => b.inherited.size - a.inherited.size);
  const base = nearest?.base.declarations.find((other) => other.symbols[0]?.name === name);
  const [symbol] = base?.symbols ?? [];
  if (nearest === undefined || base === undefined || symbol === undefined) return declaration;
  const { inherited } = nearest;
  const omitted = (base.members ?? []).filter((key) => !inherited.has(key));
  const structure = interfaceOf(declaration);
  const { properties = [], methods } = structure;
  const isOwn = (index: number) => !inherited.has(members[index] ?? '');
  const home = { package: nearest.base.package, path: 'gen/index.ts' };
  const statement: InterfaceStructure = {
    ...structure,
    extends: [extendedType({ ...symbol, home }, omitted)],
    properties: properties.filter((_property, index) => isOwn(index)),
    methods: overloadsOf(methods)
      .filter((_method, index) => isOwn(properties.length + index))
      .flat(),
  };
  return { ...declaration, statements: [statement] };
}

/** Returns the type after `extends`. */
function extendedType(base: CodeSymbol, omitted: readonly string[]): TypeCode {
  return omitted.length === 0 ? mention(base) : generic('Omit', mention(base), union(omitted.map(literal)));
}

type Methods = NonNullable<InterfaceStructure['methods']>;

/** Returns the signatures of each method; those of an overloaded one follow each other. */
function overloadsOf(methods: InterfaceStructure['methods'] = []): readonly Methods[] {
  const byName = new Map<string, Methods>();
  for (const method of methods) byName.set(method.name, [...(byName.get(method.name) ?? []), method]);
  return [...byName.values()];
}

function memberName(owner: string, key: string): string {
  return `${owner}.${key}`;
}

function interfaceOf({ statements }: Declaration): InterfaceStructure {
  return statements[0] as InterfaceStructure;
}
