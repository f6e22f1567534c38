// Compares two normalised responses, and says at which places they differ.

import { member } from '../drivers/fill.js';
import type { Json } from '../recorder/exchange.js';
import type { NormalisedResponse } from './normalise.js';

export interface Difference {
  /** A JSON pointer into the response: `/status`, `/headers/…` or `/content/…`. */
  readonly at: string;
  /** The value of the direct arm; undefined if it has none. */
  readonly direct: Json | undefined;
  readonly bridged: Json | undefined;
}

export function differences(direct: NormalisedResponse, bridged: NormalisedResponse): readonly Difference[] {
  return compare('', direct as unknown as Json, bridged as unknown as Json);
}

function compare(at: string, direct: Json | undefined, bridged: Json | undefined): readonly Difference[] {
  if (isArray(direct) && isArray(bridged)) {
    if (direct.length !== bridged.length && direct.some(isObject)) return compareByName(at, direct, bridged);
    const length = Math.max(direct.length, bridged.length);
    return Array.from({ length }, (_, index) => compare(`${at}/${index}`, direct[index], bridged[index])).flat();
  }
  if (isObject(direct) && isObject(bridged)) {
    const names = new Set([...Object.keys(direct), ...Object.keys(bridged)]);
    return [...names].flatMap((name) => compare(`${at}/${escaped(name)}`, own(direct, name), own(bridged, name)));
  }
  return direct === bridged ? [] : [{ at, direct, bridged }];
}

/** Compares arrays of which one has more items: those with the same name belong together,
 * or without a name those with the same content. */
function compareByName(at: string, direct: readonly Json[], bridged: readonly Json[]): readonly Difference[] {
  const rest = [...bridged];
  const differing = direct.flatMap((item, index) => {
    const found = rest.findIndex((other) => keyOf(other) === keyOf(item));
    return compare(`${at}/${index}`, item, found < 0 ? undefined : rest.splice(found, 1)[0]);
  });
  return [
    ...differing,
    ...rest.map((item) => ({ at: `${at}/${bridged.indexOf(item)}`, direct: undefined, bridged: item })),
  ];
}

const keyOf = (item: Json): string => nameOf(item) ?? JSON.stringify(item);

type JsonRecord = { readonly [key: string]: Json };

/** The names of an item, by which two runs have the same ones, and what it is; undefined without a name. */
export function nameOf(item: Json | undefined): string | undefined {
  const name =
    member(item, 'Names') ?? member(item, 'RepoTags') ?? member(item, 'Name') ?? member(member(item, 'Spec'), 'Name');
  return name === undefined ? undefined : JSON.stringify([member(item, 'Type') ?? null, name]);
}

function own(object: JsonRecord, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function isObject(value: Json | undefined): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
