/** Handlers of all operations. */
import type { HttpHandler } from 'msw';
import { rolesOf } from './collections.js';
import type { MockDefinition } from './definition.js';
import { definitionIn, handlerOf } from './mock.js';
import { statefulResolver, type State } from './state.js';
import type { HandlersOptions } from './types.js';

/** Returns the function of a generated package that returns handlers of all its mocks, the most specific paths first. */
export function handlersOf(mocks: Readonly<Record<string, object>>): (options?: HandlersOptions) => HttpHandler[] {
  return (options = {}) => {
    const definitions = Object.values(mocks).map(definitionIn).toSorted(bySpecificity);
    const state: State = new Map();
    const counts = new Map<string, number>();
    for (const one of definitions) counts.set(placeOf(one), (counts.get(placeOf(one)) ?? 0) + 1);
    const roles = options.stateful === true ? rolesOf(definitions) : new Map<MockDefinition, never>();
    return definitions.map((definition) => {
      const role = roles.get(definition);
      const resolver =
        role === undefined ? () => undefined : statefulResolver(definition, role, state, options.seed ?? 1);
      return handlerOf(definition, resolver, options, (counts.get(placeOf(definition)) ?? 0) > 1);
    });
  };
}

/** The method and the path without the names of parameters. */
function placeOf({ operation: { method, path } }: MockDefinition): string {
  return `${method} ${path.replace(/\?.*/s, '').replace(/\{[^{}]*\}/g, '{}')}`;
}

/** Longer paths come first, since any path may precede one; then those with constants before those with parameters. */
function bySpecificity(one: MockDefinition, other: MockDefinition): number {
  return compared(keysOf(one), keysOf(other));
}

function keysOf({ operation: { path, slashes }, schemas: { required, body } }: MockDefinition): readonly number[] {
  const segments = (path.split('?')[0] ?? '').split('/');
  const kinds = segments.map((segment) => (/^\{[^{}]*\}$/.test(segment) ? 2 : segment.includes('{') ? 1 : 0));
  const needed = (required?.headers?.length ?? 0) + (path.includes('?') ? 1 : 0) + (body?.required ? 1 : 0);
  return [-segments.length, slashes === true ? 1 : 0, ...kinds, -needed];
}

function compared(one: readonly number[], other: readonly number[]): number {
  const index = one.findIndex((value, at) => value !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
