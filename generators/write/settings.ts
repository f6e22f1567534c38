/** Keeps the settings that people and package managers add to a generated package.json, or to the workspace of pnpm. */
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import { isObject, type Json, type JsonObject } from '../document/index.js';

/** The keys that describe a package to a registry, besides its number. */
const publicationKeys = /^(author|bugs|contributors|funding|homepage|keywords|private|publishConfig|repository)$/;
/** The lists of packages, which only the generator knows. */
const packageLists = /^(packages|workspaces)$/;

/**
 * Returns the generated text with the settings of the present one; undefined if the present one has other edits. A text that
 * has everything that was generated is returned as it is.
 *
 * - of a package, which is in a folder: a greater `version`, and keys for its publication
 * - of the workspace: all keys and values, except lists of packages and paths of vendored tarballs
 *
 * @param isGenerated whether an earlier run wrote a text
 */
export function withSettings(
  path: string,
  generated: string,
  present: string,
  isGenerated: (text: string) => boolean,
): string | undefined {
  const [document, expected] = [parseDocument(present), parseDocument(generated).toJS() as JsonObject];
  const content = document.errors.length > 0 ? undefined : (document.toJS() as Json);
  if (content === undefined || !isObject(content)) return undefined;
  const merged = path.includes('/') ? published(expected, content, isGenerated) : merge(expected, content);
  if (merged === undefined) return undefined;
  if (isDeepStrictEqual(merged, content)) return present;
  if (path.endsWith('.json')) return json(merged);
  for (const key of Object.keys(content)) if (!Object.hasOwn(merged, key)) document.delete(key);
  for (const [key, value] of Object.entries(merged))
    if (!isDeepStrictEqual(value, content[key])) document.set(key, value);
  return document.toString();
}

function published(
  expected: JsonObject,
  present: JsonObject,
  isGenerated: (text: string) => boolean,
): JsonObject | undefined {
  const isAdded = (key: string): boolean => publicationKeys.test(key) && !Object.hasOwn(expected, key);
  const [added, others] = [true, false].map((wanted) =>
    Object.fromEntries(Object.entries(present).filter(([key]) => isAdded(key) === wanted)),
  );
  const { version: number = '' } = expected;
  const { version: own = number } = present;
  const version = String(own).localeCompare(String(number), 'en', { numeric: true }) > 0 ? own : number;
  const withoutSettings = { ...others, version: number };
  const isKnown = isGenerated(json(withoutSettings)) || isDeepStrictEqual(withoutSettings, expected);
  return isKnown ? { ...expected, version, ...added } : undefined;
}

function merge(generated: JsonObject, present: JsonObject): JsonObject {
  const keys = [...new Set([...Object.keys(present), ...Object.keys(generated)])];
  return Object.fromEntries(
    keys.flatMap((key): [string, Json][] => {
      const [expected, own] = [generated[key], present[key]];
      const isOurs = packageLists.test(key) || isVendored(expected) || isVendored(own);
      const both = isObject(own) ? merge(isObject(expected) ? expected : {}, own) : (own ?? expected);
      const value = isOurs ? expected : both;
      const isEmptied = expected === undefined && isObject(own) && isDeepStrictEqual(value, {});
      return value === undefined || isEmptied ? [] : [[key, value]];
    }),
  );
}

function isVendored(value: Json | undefined): boolean {
  return typeof value === 'string' && value.startsWith('file:./vendor/');
}

function json(value: JsonObject): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
