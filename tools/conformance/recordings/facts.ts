// Reduces a body to what it shows for the first time: types, property names and enum values.

import { isObject } from '../check/document.js';
import type { Json } from '../recorder/exchange.js';

/** Properties whose values are enums, so that every value is a fact. */
const enumProperties = new Set(
  'State Status Type Driver Scope Mode Condition Order FailureAction Availability Role Reachability DesiredState Action Kind Propagation Protocol PublishMode LocalNodeState CgroupDriver Isolation status scope'.split(' '),
);

interface Trimmed {
  readonly value: Json;
  readonly news: boolean;
}

/** Reduces a value and adds the facts it shows at `at` to `seen`. Objects of an array that show nothing new are removed, except the first. */
export function trim(seen: Set<string>, at: string, value: Json): Trimmed {
  if (Array.isArray(value)) return trimList(seen, at, value as readonly Json[]);
  if (isObject(value)) return trimObject(seen, at, value as { readonly [key: string]: Json });
  const name = at.slice(at.lastIndexOf('/') + 1);
  const fact = typeof value === 'string' && (enumProperties.has(name) || value === '') ? JSON.stringify(value).slice(0, 30) : typeof value;
  return { value, news: note(seen, `${at}: ${value === null ? 'null' : fact}`) };
}

function trimList(seen: Set<string>, at: string, list: readonly Json[]): Trimmed {
  let news = note(seen, `${at}: ${list.length === 0 ? 'empty' : 'list'}`);
  const trimmedItems: Json[] = [];
  for (const item of list) {
    const trimmed = trim(seen, `${at}/[]`, item);
    // An array of strings may be a tuple, whose length is a fact.
    if (trimmed.news || trimmedItems.length === 0 || !isObject(item)) trimmedItems.push(trimmed.value);
    news ||= trimmed.news;
  }
  return { value: trimmedItems, news };
}

function trimObject(seen: Set<string>, at: string, value: { readonly [key: string]: Json }): Trimmed {
  // The set of present properties is a fact: it shows which are always present.
  let news = note(seen, `${at}: ${Object.keys(value).map(plainName).sort().join()}`);
  const members = Object.entries(value).map(([key, member]) => {
    const trimmed = trim(seen, `${at}/${plainName(key)}`, member);
    news ||= trimmed.news;
    return [key, trimmed.value] as const;
  });
  return { value: Object.fromEntries(members), news };
}

/** The name of a property, or `*` for the key of a map. */
function plainName(key: string): string {
  return /^ ?[A-Za-z][A-Za-z0-9_]{0,40}$/.test(key) ? key : '*';
}

function note(seen: Set<string>, fact: string): boolean {
  if (seen.has(fact)) return false;
  seen.add(fact);
  return true;
}
