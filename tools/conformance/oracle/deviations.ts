// What differs through a bridge for a known reason: `deviations.yaml`, and for two engines a file of their own. A cell with a
// deviation is a miss all the same.

import { parse } from 'yaml';
import type { Comparison } from './compare-arms.js';
import type { Json } from '../recorder/exchange.js';
import type { Difference } from './differences.js';

export interface Deviation {
  /** The operations; undefined: every operation. */
  readonly operations: readonly string[] | undefined;
  /** The API versions at which it occurs; undefined: at every version. */
  readonly versions: readonly string[] | undefined;
  /** The engines of the direct arm with which it occurs; undefined: with every engine. */
  readonly engines: readonly string[] | undefined;
  /** Matches the driver, the method and the normalised request target; undefined: every request. */
  readonly request: RegExp | undefined;
  /**
   * Names of properties from the outside to the inside, which the path of what differs contains, or with `$` ends with. `*` is any
   * name, `[]` any index. Undefined: the whole response.
   */
  readonly at: readonly string[] | undefined;
  /** The values that differ, as JSON; undefined: any. */
  readonly direct: string | undefined;
  readonly bridged: string | undefined;
  /** What makes the difference: the version that the bridge uses with the engine, or the engine at whatever version. */
  readonly cause: 'version' | 'engine';
  readonly reason: string;
}

/** Reads the list, as far as it concerns an engine. @throws Error when an entry has no reason, or neither operation nor place */
export function readDeviations(content: string, file: string, engine: string): readonly Deviation[] {
  const entries = (parse(content) ?? []) as readonly Readonly<Record<string, unknown>>[];
  const all = entries.map(
    ({ operation, versions, engines, request, at, direct, bridged, cause, reason }, index): Deviation => {
      if (typeof reason !== 'string' || reason === '' || (operation === undefined && at === undefined))
        throw new Error(`${file}, entry ${index + 1}: a deviation names its operation or its place, and its reason`);
      if (cause !== 'version' && cause !== 'engine')
        throw new Error(`${file}, entry ${index + 1}: the cause of a deviation is \`version\` or \`engine\``);
      return {
        operations: listOf(operation),
        versions: listOf(versions),
        engines: listOf(engines),
        request: request === undefined ? undefined : new RegExp(String(request)),
        at: listOf(at),
        direct: JSON.stringify(direct),
        bridged: JSON.stringify(bridged),
        cause,
        reason,
      };
    },
  );
  return all.filter(({ engines }) => engines?.includes(engine) !== false);
}

/** The first entry that explains a difference of an exchange. */
export function deviationOf(
  deviations: readonly Deviation[],
  version: string,
  { operation = '', request }: Comparison,
  difference: Difference,
): Deviation | undefined {
  return deviations.find(
    (one) =>
      one.operations?.includes(operation) !== false &&
      one.versions?.includes(version) !== false &&
      one.request?.test(request) !== false &&
      one.at?.some((place) => contains(difference.at, place)) !== false &&
      isValue(one.direct, difference.direct) &&
      isValue(one.bridged, difference.bridged),
  );
}

/** Whether a JSON pointer contains the names of a place. */
function contains(pointer: string, place: string): boolean {
  const path = pointer.split('/').slice(1);
  const isEnd = place.endsWith('$');
  const names = (isEnd ? place.slice(0, -1) : place).split('/');
  return path.some(
    (_, start) =>
      (!isEnd || start + names.length === path.length) &&
      names.every((name, index) => isNamed(path[start + index], name)),
  );
}

function isNamed(segment: string | undefined, name: string): boolean {
  if (segment === undefined) return false;
  return name === '*' || (name === '[]' ? /^\d+$/.test(segment) : segment === name);
}

const isValue = (wanted: string | undefined, value: Json | undefined): boolean =>
  wanted === undefined || JSON.stringify(value) === wanted;

function listOf(value: unknown): readonly string[] | undefined {
  return value === undefined ? undefined : [value].flat().map(String);
}
