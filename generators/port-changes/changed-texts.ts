/** Finds the texts that the publisher changed: a person has to read what they say. */
import { get, isObject, pointerOf, segmentsOf, type Json, type JsonObject } from '../document/index.js';

const words = new Set(['description', 'summary']);

/** A text that differs between two published documents. */
export interface TextChange {
  /** The part of the API that the text describes; both documents have it. */
  readonly pointer: string;
  /** Whether only the later text calls it deprecated. */
  readonly deprecates: boolean;
}

export function changedTexts(before: JsonObject, after: JsonObject): readonly TextChange[] {
  const walk = (one: Json | undefined, other: Json | undefined, path: readonly string[]): readonly TextChange[] => {
    if (!isObject(one) || !isObject(other)) {
      if (!Array.isArray(one) || !Array.isArray(other)) return [];
      return one.flatMap((entry: Json, index) =>
        walk(entry, counterpart(entry, other as readonly Json[], index), [...path, String(index)]),
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

/** The same entry of the other array: parameters by name, other entries by index. */
function counterpart(entry: Json, others: readonly Json[], index: number): Json | undefined {
  const name = isObject(entry) ? get(entry, 'name') : undefined;
  return name === undefined ? others[index] : others.find((other) => isObject(other) && get(other, 'name') === name);
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
