/** Resource groups, and which of them a shape belongs to. */
import { get, isArray, isObject } from '../document/index.js';
import { referencesOf, typesOf, type Api, type Group, type Operation, type Shape } from '../ir/index.js';
import { groupName } from './operations.js';
import type { UngroupedShape } from './shapes.js';
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
  shapes: readonly UngroupedShape[],
  operations: readonly Operation[],
  groups: readonly Group[],
): Api['shapes'] {
  const reached = new Map<string, Set<string>>();
  const byName = new Map(shapes.map((shape) => [shape.name, shape]));
  for (const operation of operations) {
    // An array that grows while it is walked: references may form a chain of any length.
    const names = [...typesOf(operation).flatMap(referencesOf)];
    for (const name of names) {
      const users = reached.get(name) ?? new Set();
      if (users.has(operation.group)) continue;
      reached.set(name, users.add(operation.group));
      const shape = byName.get(name);
      if (shape !== undefined) names.push(...referencesOf(shape.type));
    }
  }
  return shapes.map((shape): Shape => ({
    ...shape,
    group: home(shape.name, [...(reached.get(shape.name) ?? [])], groups),
  }));
}

function home(name: string, users: readonly string[], groups: readonly Group[]): string {
  if (users.length === 1) return users[0] ?? 'common';
  return (
    groups.find((group) => users.includes(group.name) && name.toLowerCase().startsWith(group.name.toLowerCase()))
      ?.name ?? 'common'
  );
}
