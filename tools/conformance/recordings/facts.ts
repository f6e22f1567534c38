// Keeps of a body only what says something new: the types, the names and the fixed words it shows.

import { isObject } from '../check/document.js';
import type { Json } from '../recorder/exchange.js';

/** Properties whose values are words of a fixed list, so that every word is news. */
const wordy = new Set(
  'State Status Type Driver Scope Mode Condition Order FailureAction Availability Role Reachability DesiredState Action Kind Propagation Protocol PublishMode LocalNodeState CgroupDriver Isolation status scope'.split(' '),
);

interface Trimmed {
  readonly value: Json;
  readonly news: boolean;
}

/** `seen` grows by what the value shows at `at`. Objects in a list that show nothing new are left out, all but the first. */
export function trim(seen: Set<string>, at: string, value: Json): Trimmed {
  if (Array.isArray(value)) return trimList(seen, at, value as readonly Json[]);
  if (isObject(value)) return trimObject(seen, at, value as { readonly [key: string]: Json });
  const name = at.slice(at.lastIndexOf('/') + 1);
  const said = typeof value === 'string' && (wordy.has(name) || value === '') ? JSON.stringify(value).slice(0, 30) : typeof value;
  return { value, news: note(seen, `${at}: ${value === null ? 'null' : said}`) };
}

function trimList(seen: Set<string>, at: string, list: readonly Json[]): Trimmed {
  let news = note(seen, `${at}: ${list.length === 0 ? 'empty' : 'list'}`);
  const kept: Json[] = [];
  for (const item of list) {
    const trimmed = trim(seen, `${at}/[]`, item);
    // A list of words may be a tuple, whose length is a fact.
    if (trimmed.news || kept.length === 0 || !isObject(item)) kept.push(trimmed.value);
    news ||= trimmed.news;
  }
  return { value: kept, news };
}

function trimObject(seen: Set<string>, at: string, value: { readonly [key: string]: Json }): Trimmed {
  // Which properties come together is a fact of its own: it tells what is always there.
  let news = note(seen, `${at}: ${Object.keys(value).map(plainName).sort().join()}`);
  const members = Object.entries(value).map(([key, member]) => {
    const trimmed = trim(seen, `${at}/${plainName(key)}`, member);
    news ||= trimmed.news;
    return [key, trimmed.value] as const;
  });
  return { value: Object.fromEntries(members), news };
}

/** Names of properties are words; what else stands as a key is a name that somebody gave. */
function plainName(key: string): string {
  return /^ ?[A-Za-z][A-Za-z0-9_]{0,40}$/.test(key) ? key : '*';
}

function note(seen: Set<string>, fact: string): boolean {
  if (seen.has(fact)) return false;
  seen.add(fact);
  return true;
}
