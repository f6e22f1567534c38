/**
 * Operations with one method and one path, told apart by nothing that a request contains: documents give them paths with other
 * names of parameters, or with a fragment, which is never sent.
 */
import { get, isObject } from '../../document/index.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { OperationSite } from '../site.js';

export const operationsAlike: LintRule = {
  name: 'operations-alike',
  severity: 'warning',
  check: (inventory) => {
    const seen = new Map<string, { readonly label: string; readonly mediaTypes: ReadonlySet<string> }[]>();
    const served = inventory.operations.filter(
      ({ path }) => path[0] === 'paths' && !path.slice(2).includes('callbacks'),
    );
    return served.flatMap((operation) => {
      const { label, path } = operation;
      const key = requestOf(operation, inventory);
      const mediaTypes = mediaTypesOf(operation, inventory);
      const others = seen.get(key) ?? [];
      seen.set(key, [...others, { label, mediaTypes }]);
      const other = others.find(
        (one) => one.mediaTypes.size + mediaTypes.size === 0 || !areDisjoint(one.mediaTypes, mediaTypes),
      );
      if (other === undefined) return [];
      const sentence = `A request of ${label} can be one of ${other.label}, too, so that a server calls only one of them. Give them paths or required parameters of their own.`;
      return [{ path, sentence }];
    });
  },
};

/** What tells a request from another, besides the media type: the method, the path without names, and what must be sent. */
function requestOf({ path, route, parameters }: OperationSite, { follow }: Inventory): string {
  const required = parameters.flatMap(({ value }) => {
    const place = get(value, 'in');
    if (get(value, 'required') !== true || place === 'path' || place === 'body') return [];
    const schema = get(value, 'schema');
    const { value: type } = (isObject(schema) ? follow({ path: [], value: schema }) : undefined) ?? { value };
    return [JSON.stringify([place, get(value, 'name'), get(type, 'enum') ?? get(type, 'const')])];
  });
  return JSON.stringify([path.at(-1), route.replace(/#.*/, '').replace(/\{[^}]*\}/g, '{}'), required.sort()]);
}

function mediaTypesOf({ value }: OperationSite, { root, follow }: Inventory): ReadonlySet<string> {
  const body = get(value, 'requestBody');
  const content = isObject(body) ? get(follow({ path: [], value: body })?.value ?? {}, 'content') : undefined;
  if (isObject(content)) return new Set(Object.keys(content));
  const consumes = get(value, 'consumes') ?? get(root, 'consumes');
  return new Set(Array.isArray(consumes) ? consumes.map(String) : []);
}

function areDisjoint(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return ![...one].some((name) => other.has(name));
}
