/** Where two values of one type are not the same, as paths of rules. Null means the same as absence. */
import { isDeepStrictEqual } from 'node:util';
import type { Api, Type } from 'lading/emitter';
import { followed, membersOf } from './parts.js';

export function parted(api: Api, type: Type, before: unknown, after: unknown, path = ''): readonly string[] {
  const [one, other] = [before ?? undefined, after ?? undefined];
  if (isDeepStrictEqual(one, other)) return [];
  const { type: inner } = followed(api, type);
  if (inner.kind === 'list' && Array.isArray(one) && Array.isArray(other) && one.length === other.length) {
    return one.flatMap((item, index) => parted(api, inner.items, item, other[index], `${path}[]`));
  }
  if (!isRecord(one) || !isRecord(other)) return [path];
  if (inner.kind === 'map') {
    if (!isDeepStrictEqual(Object.keys(one), Object.keys(other))) return [path];
    return Object.keys(one).flatMap((key) => parted(api, inner.values, one[key], other[key], `${path}{}`));
  }
  if (inner.kind !== 'record') return [path];
  const members = new Map(membersOf(api, inner).map(({ name, type: of }) => [name, of]));
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) => {
    const at = path === '' ? key : `${path}.${key}`;
    return parted(api, members.get(key) ?? { kind: 'any' }, own(one, key), own(other, key), at);
  });
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
