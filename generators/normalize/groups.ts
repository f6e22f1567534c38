/** Resource groups, and which of them a shape belongs to. */
import { get, isArray, isObject } from '../document/index.js';
import { referencesOf, typesOf, type Api, type Group, type Operation, type Schema } from '../ir/index.js';
import { groupName } from './operations.js';
import type { UngroupedSchema } from './named-schemas.js';
import type { Source } from './source.js';

/** The groups that the document's tags say, then those that only operations name. */
export function groupsOf(source: Source): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [, tag] of source.entries(source.root, 'tags')) {
    const name = groupName(source.text(tag, 'name') ?? '');
    const title = source.text(tag, 'x-displayName') ?? source.text(tag, 'name') ?? name;
    const description = source.text(tag, 'description')?.trim();
    if (name !== '') groups.set(name, { name, title, ...(description && { description }) });
  }
  for (const [, item] of source.entries(source.root, 'paths')) {
    for (const operation of Object.values(source.follow(item).value)) {
      const tags = isObject(operation) ? get(operation, 'tags') : undefined;
      const title = isArray(tags) ? String(tags[0] ?? '') : '';
      const name = groupName(title);
      if (name !== '' && !groups.has(name)) groups.set(name, { name, title });
    }
  }
  return [...groups.values()];
}

/** A shape that one group alone reaches is its own; others go by the noun they start with, or to `common`. */
export function grouped(
  schemas: readonly UngroupedSchema[],
  operations: readonly Operation[],
  groups: readonly Group[],
): Api['schemas'] {
  const reached = new Map<string, Set<string>>();
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  for (const operation of operations) {
    // An array that grows while it is walked: references may form a chain of any length.
    const names = [...typesOf(operation).flatMap(referencesOf)];
    for (const name of names) {
      const users = reached.get(name) ?? new Set();
      if (users.has(operation.group)) continue;
      reached.set(name, users.add(operation.group));
      const schema = byName.get(name);
      if (schema !== undefined) names.push(...referencesOf(schema.type));
    }
  }
  const homes = new Map(schemas.map(({ name }) => [name, home(name, [...(reached.get(name) ?? [])], groups)]));
  withoutCycles(homes, schemas);
  return schemas.map((schema): Schema => ({ ...schema, group: homes.get(schema.name) ?? 'common' }));
}

function home(name: string, users: readonly string[], groups: readonly Group[]): string {
  if (users.length === 1) return users[0] ?? 'common';
  return (
    groups.find((group) => users.includes(group.name) && name.toLowerCase().startsWith(group.name.toLowerCase()))
      ?.name ?? 'common'
  );
}

/**
 * Moves shapes to `common` until no group refers to itself through others: each group is emitted as a module, and modules
 * must not import each other.
 */
function withoutCycles(homes: Map<string, string>, schemas: readonly UngroupedSchema[]): void {
  const references = schemas.flatMap(({ name, type }) =>
    referencesOf(type).flatMap((target) => (homes.has(target) ? [{ name, target }] : [])),
  );
  for (;;) {
    const crossing = references.flatMap(({ name, target }) => {
      const [from, to] = [homes.get(name) ?? 'common', homes.get(target) ?? 'common'];
      return from === to ? [] : [{ from, to, target }];
    });
    const reached = reachedGroups(crossing);
    const moved = crossing.filter(({ from, to }) => to !== 'common' && reached(to).has(from));
    if (moved.length === 0) return;
    for (const { target } of moved) homes.set(target, 'common');
  }
}

/** Returns what a group refers to, directly or through others. */
function reachedGroups(
  crossing: readonly { readonly from: string; readonly to: string }[],
): (group: string) => ReadonlySet<string> {
  const direct = new Map<string, Set<string>>();
  for (const { from, to } of crossing) direct.set(from, (direct.get(from) ?? new Set()).add(to));
  const cache = new Map<string, ReadonlySet<string>>();
  return (group) => {
    const cached = cache.get(group);
    if (cached !== undefined) return cached;
    const reached = new Set(direct.get(group));
    for (const one of reached) for (const next of direct.get(one) ?? []) reached.add(next);
    cache.set(group, reached);
    return reached;
  };
}
