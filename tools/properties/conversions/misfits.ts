/** Where a value does not fit a type; members that only the other version has are misfits too. */
import type { Api, Type } from 'lading/emitter';
import { followed, membersOf } from './parts.js';

/** @param strangers the api and the type of the other version */
export interface Other {
  readonly api: Api;
  readonly type: Type;
}

/** @param lenient null stands for absence wherever it stands, as in requests */
export function misfits(
  api: Api,
  type: Type,
  value: unknown,
  other: Other | undefined,
  lenient: boolean,
  path = '',
): readonly string[] {
  const { type: inner, nullable } = followed(api, type);
  if (value === null) return nullable || lenient || inner.kind === 'any' ? [] : [`${path}: null`];
  const beyond = other && { api: other.api, type: followed(other.api, other.type).type };
  const wrong = [`${path}: ${typeof value} is no ${inner.kind}`];
  switch (inner.kind) {
    case 'string':
      return typeof value === 'string' ? [] : wrong;
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : wrong;
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong;
    case 'enum':
      return inner.open || inner.values.some((known) => known.value === value) ? [] : [`${path}: ${String(value)}`];
    case 'list': {
      const items = beyond?.type.kind === 'list' ? { api: beyond.api, type: beyond.type.items } : undefined;
      return Array.isArray(value)
        ? value.flatMap((item) => misfits(api, inner.items, item, items, lenient, `${path}[]`))
        : wrong;
    }
    case 'map': {
      const values = beyond?.type.kind === 'map' ? { api: beyond.api, type: beyond.type.values } : undefined;
      return isRecord(value)
        ? Object.values(value).flatMap((item) => misfits(api, inner.values, item, values, lenient, `${path}{}`))
        : wrong;
    }
    case 'record': {
      if (!isRecord(value)) return wrong;
      const members = membersOf(api, inner);
      const theirs = beyond === undefined ? [] : membersOf(beyond.api, beyond.type);
      const at = (name: string) => (path === '' ? name : `${path}.${name}`);
      return [
        ...members.flatMap(({ name, type: of, required }) => {
          if (!Object.hasOwn(value, name)) return required && !lenient ? [`${at(name)}: missing`] : [];
          const twin = theirs.find((their) => their.name === name);
          const next = beyond && twin && { api: beyond.api, type: twin.type };
          return misfits(api, of, value[name], next, lenient, at(name));
        }),
        ...theirs
          .filter(({ name }) => Object.hasOwn(value, name) && !members.some((member) => member.name === name))
          .map(({ name }) => `${at(name)}: of the other version`),
      ];
    }
    case 'union': {
      const tries = inner.options.map((option) => misfits(api, option, value, undefined, lenient, path));
      return tries.find((found) => found.length === 0) ?? tries[0] ?? [];
    }
    default:
      return [];
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
