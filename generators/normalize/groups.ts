/** Determines resource groups, and assigns schemas to them. */
import { referencesOf, typesOf, type Api, type Group, type Operation, type Schema } from '../ir/index.js';
import { groupName } from './method-name.js';
import { commonGroup, groupOwnerOf, operationNodes } from './operation-nodes.js';
import type { UngroupedSchema } from './named-schemas.js';
import { extensionsOf, externalDocsOf } from './notes.js';
import type { Node, Source } from './source.js';

/** Returns the groups of the document's tags, followed by those that only operations name, by a tag or by their path. */
export function groupsOf(source: Source): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const [, tag] of source.entries(source.root, 'tags')) {
    const group = groupOf(source, tag);
    if (group !== undefined) groups.set(group.name, group);
  }
  for (const key of ['paths', 'webhooks'] as const) {
    for (const [path, item] of source.entries(source.root, key)) {
      for (const { node } of operationNodes(source, path, item)) {
        const { text, isTag } = groupOwnerOf(source, node, key === 'paths' ? path : undefined);
        const name = groupName(text) ?? commonGroup;
        if (name !== commonGroup && !groups.has(name))
          groups.set(name, { name, ...(isTag && { tag: text }), title: text });
      }
    }
  }
  return [...groups.values()];
}

function groupOf(source: Source, node: Node): Group | undefined {
  const tag = source.text(node, 'name') ?? '';
  const name = groupName(tag);
  if (name === undefined) return undefined;
  const description = source.text(node, 'description')?.trim();
  const externalDocs = externalDocsOf(node.value);
  const parent = groupName(source.text(node, 'parent') ?? '');
  const kind = source.text(node, 'kind');
  return {
    name,
    tag,
    title: source.text(node, 'x-displayName') ?? source.text(node, 'summary') ?? tag,
    ...(description && { description }),
    ...(externalDocs && { externalDocs }),
    ...(parent && { parent }),
    ...(kind && { kind }),
    ...extensionsOf(node.value),
  };
}

/** Assigns a schema to the only group that uses it; otherwise to the group with which its name starts, or to `common`. */
export function grouped(
  schemas: readonly UngroupedSchema[],
  operations: readonly Operation[],
  groups: readonly Group[],
): Api['schemas'] {
  const reached = new Map<string, Set<string>>();
  const byName = new Map(schemas.map((schema) => [schema.name, schema]));
  for (const operation of operations) {
    // The array grows during the iteration, because references may form a chain of any length.
    const names = [...typesOf(operation).flatMap(referencesOf)];
    for (const name of names) {
      const users = reached.get(name) ?? new Set();
      if (users.has(operation.group)) continue;
      reached.set(name, users.add(operation.group));
      const schema = byName.get(name);
      if (schema !== undefined) names.push(...referencesOf(schema.type));
    }
  }
  const groupByName = new Map(
    schemas.map(({ name }) => [name, groupFor(name, [...(reached.get(name) ?? [])], groups)]),
  );
  withoutCycles(groupByName, schemas);
  return schemas.map((schema): Schema => ({ ...schema, group: groupByName.get(schema.name) ?? 'common' }));
}

function groupFor(name: string, users: readonly string[], groups: readonly Group[]): string {
  if (users.length === 1) return users[0] ?? 'common';
  return (
    groups.find((group) => users.includes(group.name) && name.toLowerCase().startsWith(group.name.toLowerCase()))
      ?.name ?? 'common'
  );
}

/**
 * Moves schemas to `common` until no group refers to itself through others: each group is emitted as a module, and modules
 * must not import each other.
 */
function withoutCycles(groupByName: Map<string, string>, schemas: readonly UngroupedSchema[]): void {
  const references = schemas.flatMap(({ name, type }) =>
    referencesOf(type).flatMap((target) => (groupByName.has(target) ? [{ name, target }] : [])),
  );
  for (;;) {
    const crossing = references.flatMap(({ name, target }) => {
      const [from, to] = [groupByName.get(name) ?? 'common', groupByName.get(target) ?? 'common'];
      return from === to ? [] : [{ from, to, target }];
    });
    const reached = reachedGroups(crossing);
    const moved = crossing.filter(({ from, to }) => to !== 'common' && reached(to).has(from));
    if (moved.length === 0) return;
    for (const { target } of moved) groupByName.set(target, 'common');
  }
}

/** Returns a function that finds the groups that a group refers to, directly or through others. */
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
