// What tells the items of an array apart: two runs have the same ones, but maybe in another order, or one of them is missing.

import type { Json } from '../recorder/exchange.js';

/** The names of an item, and what it is; undefined without a name. */
export function nameOf(item: Json | undefined): string | undefined {
  const name =
    member(item, 'Names') ?? member(item, 'RepoTags') ?? member(item, 'Name') ?? member(member(item, 'Spec'), 'Name');
  return name === undefined ? undefined : JSON.stringify([member(item, 'Type') ?? null, name]);
}

function member(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, name))
    return undefined;
  return (value as { readonly [key: string]: Json })[name];
}
