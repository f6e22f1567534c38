// Compares two normalised responses, and says at which places they differ.

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
    const length = Math.max(direct.length, bridged.length);
    return Array.from({ length }, (_, index) => compare(`${at}/${index}`, direct[index], bridged[index])).flat();
  }
  if (isObject(direct) && isObject(bridged)) {
    const names = new Set([...Object.keys(direct), ...Object.keys(bridged)]);
    return [...names].flatMap((name) => compare(`${at}/${escaped(name)}`, own(direct, name), own(bridged, name)));
  }
  return direct === bridged ? [] : [{ at, direct, bridged }];
}

function own(object: { readonly [key: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const isArray = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
