/** Rules about operations and their responses. */
import { expressionsIn, get, isObject, withoutExpressions } from '../../document/index.js';
import type { Remark, LintRule } from '../rule.js';
import { textsOf, type Inventory } from '../inventory.js';
import type { OperationSite } from '../site.js';
import { hasNoBody } from '../../ir/index.js';

/**
 * Two operations whose `operationId` is the same but for letter case and what separates words, which names in code, file names and
 * many languages cannot distinguish. The first one has the name.
 */
export const operationIdDuplicate: LintRule = {
  name: 'operation-id-duplicate',
  severity: 'error',
  check: ({ operations }) => {
    const first = new Map<string, { readonly label: string; readonly id: string }>();
    return operations.flatMap(({ path, label, value }): readonly Remark[] => {
      const id = get(value, 'operationId');
      if (typeof id !== 'string') return [];
      const key = id.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
      const other = first.get(key);
      if (other === undefined) first.set(key, { label, id });
      if (other === undefined) return [];
      const alike = other.id === id ? 'that' : `which names do not tell from "${other.id}"`;
      return [{ path, sentence: `${label} has the operationId "${id}", ${alike} of ${other.label}.` }];
    });
  },
};

/**
 * A path with parameters in a query, which OpenAPI does not allow: servers and mocks know constants there only. Expressions of
 * URI templates are left out.
 */
export const pathWithQuery: LintRule = {
  name: 'path-with-query',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ path }) => path[0] === 'paths')
      .flatMap(({ path, label, route }): readonly Remark[] => {
        const [expression] = expressionsIn(route);
        if (expression !== undefined) {
          const remedy = expression.startsWith('{#')
            ? 'Remove it: no request has it'
            : 'Declare its parameters in query';
          return [{ path, sentence: `${label} has "${expression}" in its path, which is left out. ${remedy}.` }];
        }
        if (!/^[^#?]*\?[^#]*\{/.test(route)) return [];
        const sentence = `${label} has a parameter in the query of its path, so that no server calls it. Declare it as a parameter in query.`;
        return [{ path, sentence }];
      }),
};

/** A path that begins with no slash, as OpenAPI demands: it would be the end of the name of a host. */
export const pathWithoutSlash: LintRule = {
  name: 'path-without-slash',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ path }) => path[0] === 'paths' && path[1]?.startsWith('/') === false)
      .map(({ path, label }) => ({
        path,
        sentence: `The path of ${label} has no slash at its beginning, and gets one.`,
      })),
};

/**
 * Operations with one method and one path, told apart by nothing that a request contains: documents give them paths with other
 * names of parameters, or with a fragment, which is never sent.
 */
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
  return JSON.stringify([
    path.at(-1),
    withoutExpressions(route)
      .replace(/#.*/, '')
      .replace(/\{[^}]*\}/g, '{}'),
    required.sort(),
  ]);
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

/** An operation with only error responses: none with a status below 400, and no `default`. */
export const operationWithoutSuccess: LintRule = {
  name: 'operation-without-success',
  severity: 'error',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => {
        const responses = get(value, 'responses');
        return !isObject(responses) || !Object.keys(responses).some((status) => /^([123]|default$)/.test(status));
      })
      .map(({ path, label }) => ({ path, sentence: `${label} has no success response.` })),
};

/** Content of responses with a status that never has a body: 204, 205 and 304. */
export const contentNeverSent: LintRule = {
  name: 'content-never-sent',
  severity: 'warning',
  check: ({ operations, follow }) =>
    operations.flatMap(({ path, label, value }) => {
      const responses = get(value, 'responses');
      return Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) => {
        const place = [...path, 'responses', status];
        const declared = isObject(response) ? follow({ path: place, value: response })?.value : undefined;
        const content = declared && (get(declared, 'content') ?? get(declared, 'schema'));
        if (!hasNoBody({ status }) || !isObject(content) || Object.keys(content).length === 0) return [];
        const sentence = `${label}: a response with the status ${status} has no body, so its content is ignored. Remove it, or correct the status.`;
        return [{ path: place, sentence }];
      });
    }),
};

/** An operation without `operationId`: its name is derived from its method and path, and changes with them. */
export const operationWithoutId: LintRule = {
  name: 'operation-without-id',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => get(value, 'operationId') === undefined)
      .map(({ path, label }) => ({
        path,
        sentence: `${label} has no operationId; its name will be derived from its path.`,
      })),
};

/** An operation without a tag, which belongs to no resource group. */
export const operationWithoutTag: LintRule = {
  name: 'operation-without-tag',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => textsOf(get(value, 'tags')).length === 0)
      .map(({ path, label }) => ({ path, sentence: `${label} has no tag, so it belongs to no resource group.` })),
};

/** An operation without `summary`, which has no description in lists of operations. */
export const operationWithoutSummary: LintRule = {
  name: 'operation-without-summary',
  severity: 'warning',
  check: ({ operations }) =>
    operations
      .filter(({ value }) => !get(value, 'summary'))
      .map(({ path, label }) => ({ path, sentence: `${label} has no summary.` })),
};
