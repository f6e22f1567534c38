/** Finds where a value does not match a type. Properties that only the other version has are mismatches too. */
import type { Api, Type } from 'lading/emitter';
import { resolved, propertiesOf } from './parts.js';

/** The API and the type of the other version. */
interface OtherVersion {
  readonly api: Api;
  readonly type: Type;
}

/** Lists mismatches as paths with a reason. @param lenient whether null counts as absent and properties may be missing, as in requests */
export function mismatches(
  api: Api,
  type: Type,
  value: unknown,
  other: OtherVersion | undefined,
  lenient: boolean,
  path = '',
): readonly string[] {
  const { type: inner, nullable } = resolved(api, type);
  if (value === null) return nullable || lenient || inner.kind === 'any' ? [] : [`${path}: null`];
  const counterpart = other && { api: other.api, type: resolved(other.api, other.type).type };
  const wrong = [`${path}: ${typeof value} is not of type ${inner.kind}`];
  switch (inner.kind) {
    case 'string':
      return typeof value === 'string' ? [] : wrong;
    case 'integer':
    case 'number':
      return typeof value === 'number' ? [] : wrong;
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong;
    case 'enum':
      return inner.open || inner.values.some((allowed) => allowed.value === value) ? [] : [`${path}: ${String(value)}`];
    case 'array': {
      const items =
        counterpart?.type.kind === 'array' ? { api: counterpart.api, type: counterpart.type.items } : undefined;
      return Array.isArray(value)
        ? value.flatMap((item) => mismatches(api, inner.items, item, items, lenient, `${path}[]`))
        : wrong;
    }
    case 'map': {
      const values =
        counterpart?.type.kind === 'map' ? { api: counterpart.api, type: counterpart.type.values } : undefined;
      return isRecord(value)
        ? Object.values(value).flatMap((item) => mismatches(api, inner.values, item, values, lenient, `${path}{}`))
        : wrong;
    }
    case 'record': {
      if (!isRecord(value)) return wrong;
      const properties = propertiesOf(api, inner);
      const otherProperties = counterpart === undefined ? [] : propertiesOf(counterpart.api, counterpart.type);
      const at = (name: string) => (path === '' ? name : `${path}.${name}`);
      return [
        ...properties.flatMap(({ name, type: of, required }) => {
          if (!Object.hasOwn(value, name)) return required && !lenient ? [`${at(name)}: missing`] : [];
          const otherProperty = otherProperties.find((candidate) => candidate.name === name);
          const next = counterpart && otherProperty && { api: counterpart.api, type: otherProperty.type };
          return mismatches(api, of, value[name], next, lenient, at(name));
        }),
        ...otherProperties
          .filter(({ name }) => Object.hasOwn(value, name) && !properties.some((property) => property.name === name))
          .map(({ name }) => `${at(name)}: of the other version`),
      ];
    }
    case 'union': {
      const tries = inner.options.map((option) => mismatches(api, option, value, undefined, lenient, path));
      return tries.find((found) => found.length === 0) ?? tries[0] ?? [];
    }
    default:
      return [];
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
