/** An interface whose members a base declares in part → an interface that extends that of the base. */
import { inherited } from './inherited.js';
import type { CodeSymbol } from './mention.js';
import type { Declaration } from './module.js';
import type { SharedBase } from './shared.js';
import type { InterfaceStructure } from './structures.js';

/** A base, and the symbols of it that are equal to those of a version. */
interface BaseWithShared {
  readonly base: SharedBase;
  readonly shared: ReadonlyMap<string, CodeSymbol>;
}

/**
 * Each member of an extensible interface as a declaration of its own: what is compared with the members of a base. No
 * module declares them.
 */
export function memberDeclarations(declaration: Declaration): readonly Declaration[] {
  const [symbol] = declaration.symbols;
  if (declaration.members === undefined || symbol === undefined) return [];
  const { kind, properties = [], methods = [] } = interfaceOf(declaration);
  return declaration.members.map((key, index): Declaration => {
    const name = memberName(symbol.name, key);
    const member =
      index < properties.length
        ? { properties: properties.slice(index, index + 1) }
        : { methods: methods.slice(index - properties.length, index - properties.length + 1) };
    return { symbols: [{ ...symbol, name }], statements: [{ kind, name, ...member }] };
  });
}

/** The declaration with the members that differ, extending the interface of the base that has most of the others. */
export function extendedInterface(declaration: Declaration, bases: readonly BaseWithShared[]): Declaration {
  const { members, symbols } = declaration;
  const name = symbols[0]?.name ?? '';
  if (members === undefined) return declaration;
  const [nearest] = bases
    .map(({ base, shared }) => ({ base, kept: new Set(members.filter((key) => shared.has(memberName(name, key)))) }))
    .filter(({ kept }) => kept.size > 0)
    .sort((a, b) => b.kept.size - a.kept.size);
  const base = nearest?.base.declarations.find((other) => other.symbols[0]?.name === name);
  const [symbol] = base?.symbols ?? [];
  if (nearest === undefined || base === undefined || symbol === undefined) return declaration;
  const { kept } = nearest;
  const omitted = (base.members ?? []).filter((key) => !kept.has(key));
  const written = interfaceOf(declaration);
  const { properties = [], methods = [] } = written;
  const isOwn = (index: number) => !kept.has(members[index] ?? '');
  const home = { package: nearest.base.package, path: 'gen/index.ts' };
  const statement: InterfaceStructure = {
    ...written,
    extends: [inherited({ ...symbol, home }, omitted)],
    properties: properties.filter((_property, index) => isOwn(index)),
    methods: methods.filter((_method, index) => isOwn(properties.length + index)),
  };
  return { ...declaration, statements: [statement] };
}

function memberName(owner: string, key: string): string {
  return `${owner}.${key}`;
}

function interfaceOf({ statements }: Declaration): InterfaceStructure {
  return statements[0] as InterfaceStructure;
}
