/** Finds the descriptions that the publisher changed, which a person has to read. */
import { get, isObject, pointerOf, segmentsOf, type Json, type JsonObject } from '../document/index.js';

const descriptionKeys = new Set(['description', 'summary']);

/** A description that differs between two published documents. */
export interface DescriptionChange {
  /** The described part of the API, which both documents have. */
  readonly pointer: string;
  /** Whether only the later description mentions a deprecation. */
  readonly deprecates: boolean;
}

export function changedDescriptions(before: JsonObject, after: JsonObject): readonly DescriptionChange[] {
  const walk = (
    one: Json | undefined,
    other: Json | undefined,
    path: readonly string[],
  ): readonly DescriptionChange[] => {
    if (!isObject(one) || !isObject(other)) {
      if (!Array.isArray(one) || !Array.isArray(other)) return [];
      return one.flatMap((entry: Json, index) =>
        walk(entry, counterpart(entry, other as readonly Json[], index), [...path, String(index)]),
      );
    }
    return Object.entries(one).flatMap(([key, value]) => {
      const next = get(other, key);
      if (!descriptionKeys.has(key) || typeof value !== 'string') return walk(value, next, [...path, key]);
      if (typeof next !== 'string' || plain(next) === plain(value)) return [];
      return [{ pointer: pointerOf(path), deprecates: isDeprecation(next) && !isDeprecation(value) }];
    });
  };
  const parts = ['paths', 'definitions', 'components', 'parameters', 'responses'];
  const found = parts.flatMap((part) => walk(get(before, part), get(after, part), [part]));
  const byPointer = new Map<string, DescriptionChange>();
  for (const { pointer, deprecates } of found)
    byPointer.set(pointer, { pointer, deprecates: deprecates || byPointer.get(pointer)?.deprecates === true });
  return [...byPointer.values()].filter(({ pointer }) => segmentsOf(pointer).length > 1);
}

function isDeprecation(text: string): boolean {
  return /\bdeprecat(ed|ion)\b/i.test(text);
}

/** Returns the same item of the other array: parameters by name, other items by index. */
function counterpart(entry: Json, others: readonly Json[], index: number): Json | undefined {
  const name = isObject(entry) ? get(entry, 'name') : undefined;
  return name === undefined ? others[index] : others.find((other) => isObject(other) && get(other, 'name') === name);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
