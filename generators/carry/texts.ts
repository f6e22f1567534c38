/** Where the publisher's texts changed: shapes cannot say what a text says, so a person has to read it. */
import { get, isObject, pointerOf, segmentsOf, type Json, type JsonObject } from '../document/index.js';

const words = new Set(['description', 'summary']);

/** A text that two published documents tell differently. */
export interface TextChange {
  /** The thing that it tells of, which both have. The texts themselves stay where they are. */
  readonly pointer: string;
  /** Only the later one says that the thing is deprecated, in words. */
  readonly deprecates: boolean;
}

export function textsChanged(before: JsonObject, after: JsonObject): readonly TextChange[] {
  const walk = (one: Json | undefined, other: Json | undefined, path: readonly string[]): readonly TextChange[] => {
    if (!isObject(one) || !isObject(other)) {
      if (!Array.isArray(one) || !Array.isArray(other)) return [];
      return one.flatMap((entry: Json, index) =>
        walk(entry, twin(entry, other as readonly Json[], index), [...path, String(index)]),
      );
    }
    return Object.entries(one).flatMap(([key, value]) => {
      const next = get(other, key);
      if (!words.has(key) || typeof value !== 'string') return walk(value, next, [...path, key]);
      if (typeof next !== 'string' || plain(next) === plain(value)) return [];
      return [{ pointer: pointerOf(path), deprecates: isDeprecation(next) && !isDeprecation(value) }];
    });
  };
  const parts = ['paths', 'definitions', 'components', 'parameters', 'responses'];
  const found = parts.flatMap((part) => walk(get(before, part), get(after, part), [part]));
  const byPointer = new Map<string, TextChange>();
  for (const { pointer, deprecates } of found)
    byPointer.set(pointer, { pointer, deprecates: deprecates || byPointer.get(pointer)?.deprecates === true });
  return [...byPointer.values()].filter(({ pointer }) => segmentsOf(pointer).length > 1);
}

function isDeprecation(text: string): boolean {
  return /\bdeprecat(ed|ion)\b/i.test(text);
}

/** A parameter in another place of the list is still the same. */
function twin(entry: Json, others: readonly Json[], index: number): Json | undefined {
  const name = isObject(entry) ? get(entry, 'name') : undefined;
  return name === undefined ? others[index] : others.find((other) => isObject(other) && get(other, 'name') === name);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
