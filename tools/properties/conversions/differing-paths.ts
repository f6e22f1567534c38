/** Finds where two values of one type differ, as paths of conversion rules. Null equals absence. */
import { isDeepStrictEqual } from 'node:util';
import type { Api, Type } from 'lading/emitter';
import { resolved, propertiesOf } from './parts.js';

export function differingPaths(api: Api, type: Type, before: unknown, after: unknown, path = ''): readonly string[] {
  const [one, other] = [before ?? undefined, after ?? undefined];
  if (isDeepStrictEqual(one, other)) return [];
  const { type: inner } = resolved(api, type);
  if (inner.kind === 'array' && Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, index) => differingPaths(api, inner.items, item, other[index], `${path}[]`));
  }
  if (!isRecord(one) || !isRecord(other)) return [path];
  if (inner.kind === 'map') {
    if (!isDeepStrictEqual(Object.keys(one), Object.keys(other))) return [path];
    return Object.keys(one).flatMap((key) => differingPaths(api, inner.values, one[key], other[key], `${path}{}`));
  }
  if (inner.kind !== 'record') return [path];
  const properties = new Map(propertiesOf(api, inner).map(({ name, type: of }) => [name, of]));
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const at = path === '' ? key : `${path}.${key}`;
    return differingPaths(api, properties.get(key) ?? { kind: 'any' }, own(one, key), own(other, key), at);
  });
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
