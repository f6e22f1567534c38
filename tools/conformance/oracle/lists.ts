// The reviewed lists: what is equal although two runs of one engine differ in it, `normalise.yaml`, and what differs through a bridge for
// a known reason, `deviations.yaml`. A cell with a deviation is a miss all the same.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repository, type JsonObject } from '../check/document.js';
import type { Json } from '../recorder/exchange.js';
import type { Comparison, Difference } from './compare-arms.js';

/** An entry of a list. What it does not mention is not limited. */
export interface Entry {
  readonly reason: string;
  readonly operations?: readonly string[];
  readonly versions?: readonly string[];
  readonly engines?: readonly string[];
  /** Matches the driver, the method and the normalised request target. */
  readonly request?: RegExp;
  /** Places as they are written: names of properties from the outside to the inside, `*` for any, `[]` for any index. */
  readonly at?: readonly string[];
}

/** Reads an entry, of which one value where a list is meant is a list of it. @throws Error without a reason */
function entryOf(entry: JsonObject, where: string): JsonObject & Entry {
  const { reason, request, operation, operations = operation, versions, engines, at } = entry;
  if (typeof reason !== 'string' || reason === '') throw new Error(`${where}: has no reason; say why it differs`);
  const lists = Object.entries({ operations, versions, engines, at }).filter(([, value]) => value !== undefined);
  return {
    ...entry,
    ...Object.fromEntries(lists.map(([name, value]) => [name, [value].flat().map(String)])),
    ...(request !== undefined && { request: new RegExp(String(request)) }),
  } as JsonObject & Entry;
}

export const entriesOf = (list: unknown, where: string): readonly (JsonObject & Entry)[] =>
  ((list ?? []) as readonly JsonObject[]).map((entry, index) => entryOf(entry, `${where}, entry ${index + 1}`));

/** Whether an entry is about an operation and a request. */
export const isAbout = ({ operations, request }: Entry, operation: string, asked = ''): boolean =>
  operations?.includes(operation) !== false && request?.test(asked) !== false;

/** Whether a path contains the names of a place, anywhere or at its end. */
export function isAt(path: readonly string[], place: string, isEnd: boolean): boolean {
  const names = place.split('/');
  const isNamed = (segment: string | undefined, name: string): boolean =>
    segment !== undefined && (name === '*' || (name === '[]' ? /^\d+$/.test(segment) : segment === name));
  return path.some(
    (_, start) =>
      (!isEnd || start + names.length === path.length) &&
      names.every((name, index) => isNamed(path[start + index], name)),
  );
}

export interface TextRule extends Entry {
  readonly match: RegExp;
  readonly replace: string;
}

interface HeaderRule {
  /** Whether the value is encoded as base64. */
  readonly base64?: boolean;
  /** What every value is replaced by, if only the presence of the header is compared. */
  readonly replace?: string;
}

interface ItemRule extends Entry {
  /** The property of an item that names it, and what it contains, as JSON. */
  readonly property: string;
  readonly value: string;
}

/** The lists of `normalise.yaml`, which describes them. */
export interface NormalisationRules extends Readonly<
  Record<'types' | 'unordered' | 'sets' | 'ignored' | 'racing' | 'vanishing' | 'broken', readonly Entry[]>
> {
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, HeaderRule>;
  readonly texts: readonly TextRule[];
  readonly omitted: readonly ItemRule[];
}

/** Reads the list of rules. @throws Error when an entry has no reason */
export function readRules(content: string, file: string): NormalisationRules {
  const lists = parse(content) as JsonObject;
  const read = (name: string): readonly (JsonObject & Entry)[] => entriesOf(lists[name], `${file}, ${name}`);
  return {
    types: read('types'),
    unordered: read('unordered'),
    sets: read('sets'),
    ignored: read('ignored'),
    racing: read('racing'),
    vanishing: read('vanishing'),
    broken: read('broken'),
    headers: new Map(read('headers').map((entry) => [String(entry['name']).toLowerCase(), entry as HeaderRule])),
    texts: read('texts').map((entry) => ({
      ...entry,
      match: new RegExp(String(entry['match']), 'g'),
      replace: String(entry['replace']),
    })),
    omitted: read('omitted').map((entry) => ({
      ...entry,
      property: String(entry['property']),
      value: JSON.stringify(entry['value']),
    })),
  };
}

export const oracleFolder = join(repository, 'tools/conformance/oracle');
export const rules = readRules(readFileSync(join(oracleFolder, 'normalise.yaml'), 'utf8'), 'normalise.yaml');

export interface Deviation extends Entry {
  /** The values that differ, if only these are meant. */
  readonly direct?: Json;
  readonly bridged?: Json;
  /** What makes the difference: the version that the bridge uses with the engine, or the engine at whatever version. */
  readonly cause: 'version' | 'engine';
}

/** Reads the list, as far as it concerns an engine. @throws Error when an entry has no reason, or neither operation nor place */
export function readDeviations(content: string, file: string, engine: string): readonly Deviation[] {
  const entries = entriesOf(parse(content), file);
  const wrong = entries.findIndex(
    ({ operations, at, cause }) =>
      (operations === undefined && at === undefined) || !['version', 'engine'].includes(String(cause)),
  );
  if (wrong >= 0)
    throw new Error(
      `${file}, entry ${wrong + 1}: names no operation and no place, or no cause, \`version\` or \`engine\``,
    );
  return (entries as unknown as readonly Deviation[]).filter(({ engines }) => engines?.includes(engine) !== false);
}

/** The first entry that explains a difference of an exchange. A place that ends with `$` is where the path of what differs ends. */
export function deviationOf(
  deviations: readonly Deviation[],
  version: string,
  { operation = '', request }: Comparison,
  difference: Difference,
): Deviation | undefined {
  const path = difference.at.split('/').slice(1);
  const isValue = (one: Json | undefined, value: Json | undefined): boolean =>
    one === undefined || JSON.stringify(one) === JSON.stringify(value);
  return deviations.find(
    (one) =>
      isAbout(one, operation, request) &&
      one.versions?.includes(version) !== false &&
      one.at?.some((place) => isAt(path, place.replace(/\$$/, ''), place.endsWith('$'))) !== false &&
      isValue(one.direct, difference.direct) &&
      isValue(one.bridged, difference.bridged),
  );
}
