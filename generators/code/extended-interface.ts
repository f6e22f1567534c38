/** An interface that shares some members with a base → an interface that extends the one of the base. */
import { literal } from './identifier.js';
import { mention, type CodeSymbol } from './mention.js';
import type { Declaration } from './module.js';
import { isSharedPart, type TextComparison } from './shared.js';
import type { InterfaceStructure } from './structures.js';
import type { TypeCode } from './tree.js';
import { generic, union } from './type-trees.js';

/** A base, the symbols of a version that it already declares, by name, and the comparison with its texts. */
interface ComparedBase {
  readonly base: { readonly package: string };
  readonly declarations: ReadonlyMap<string, Declaration>;
  readonly shared: ReadonlyMap<string, CodeSymbol>;
  readonly areEqual: TextComparison;
}

/**
 * Returns the declaration with only the members that differ; it extends the base interface that shares most of the
 * others.
 */
export function extendedInterface(declaration: Declaration, bases: readonly ComparedBase[]): Declaration {
  const { members } = declaration;
  if (members === undefined) return declaration;
  const [nearest] = bases
    .flatMap((each) => inheritedFrom(each, declaration))
    .sort((a, b) => b.inherited.size - a.inherited.size);
  if (nearest === undefined) return declaration;
  const { inherited, symbol, omitted } = nearest;
  const structure = interfaceOf(declaration);
  const { properties = [], methods } = structure;
  const isOwn = (index: number) => !inherited.has(members[index] ?? '');
  const statement: InterfaceStructure = {
    ...structure,
    extends: [extendedType(symbol, omitted)],
    properties: properties.filter((_property, index) => isOwn(index)),
    methods: overloadsOf(methods)
      .filter((_method, index) => isOwn(properties.length + index))
      .flat(),
  };
  return { ...declaration, statements: [statement] };
}

/** What an interface can inherit from that of a base. */
interface Inheritance {
  readonly symbol: CodeSymbol;
  readonly inherited: ReadonlySet<string>;
  /** The members of the base that differ, or are none of the interface. */
  readonly omitted: readonly string[];
}

function inheritedFrom(compared: ComparedBase, declaration: Declaration): readonly Inheritance[] {
  const { base, declarations, shared, areEqual } = compared;
  const other = declarations.get(declaration.symbols[0]?.name ?? '');
  const [symbol] = other?.symbols ?? [];
  if (other?.members === undefined || symbol === undefined) return [];
  const ofBase = new Map(membersOf(other));
  const inherited = new Set(
    membersOf(declaration).flatMap(([key, member]) => {
      const counterpart = ofBase.get(key);
      return counterpart !== undefined && isSharedPart(member, counterpart, shared, areEqual) ? [key] : [];
    }),
  );
  const home = { package: base.package, path: 'gen/index.ts' };
  const omitted = other.members.filter((key) => !inherited.has(key));
  return inherited.size === 0 ? [] : [{ symbol: { ...symbol, home }, inherited, omitted }];
}

/** Returns each member of an interface as a declaration of its own, for comparison; no module contains it. */
function membersOf({
  members = [],
  symbols,
  ...declaration
}: Declaration): readonly (readonly [string, Declaration])[] {
  const { kind, properties = [], methods } = interfaceOf({ ...declaration, symbols });
  const overloads = overloadsOf(methods);
  return members.map((name, index) => {
    const member =
      index < properties.length
        ? { properties: properties.slice(index, index + 1) }
        : { methods: [...(overloads[index - properties.length] ?? [])] };
    return [name, { symbols, statements: [{ kind, name, ...member }] }];
  });
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

function interfaceOf({ statements }: Declaration): InterfaceStructure {
  return statements[0] as InterfaceStructure;
}
