/** Operations whose requests look alike: documents tell them apart by a fragment, which is never sent. */
import type { Api } from './api.js';
import type { Operation, Parameter } from './operation.js';
import { sentPath } from './path-rename.js';

/** An operation, and the first one with the same requests. */
export interface EqualRequests {
  readonly operation: Operation;
  readonly first: Operation;
}

/** Returns each operation of whose requests no part tells them from those of an earlier operation. */
export function equalRequests({ operations }: Api): readonly EqualRequests[] {
  const firsts = new Map<string, Operation>();
  return operations.flatMap((operation): readonly EqualRequests[] => {
    const key = requestKey(operation);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, operation);
    return first === undefined ? [] : [{ operation, first }];
  });
}

/** Returns what tells requests apart: the method, the path, and what is declared besides. */
function requestKey({ method, path, parameters, body }: Operation): string {
  const template = sentPath(path).replaceAll(/\{[^{}]*\}/g, '{}');
  const declared = parameters.filter(({ in: place }) => place === 'query' || place === 'header').map(parameterKey);
  const mediaTypes = body?.content.map(({ mediaType }) => mediaType) ?? [];
  return JSON.stringify([method, template, declared.sort(), mediaTypes.sort()]);
}

function parameterKey({ in: place, name, required, type }: Parameter): string {
  const values = type.kind === 'enum' ? type.values.map(({ value }) => value) : [];
  return JSON.stringify([place, name, required, values]);
}
