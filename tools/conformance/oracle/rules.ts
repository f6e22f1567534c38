// The reviewed list of what is equal although two runs of one engine differ in it: `normalise.yaml`.

import { parse } from 'yaml';

export interface HeaderRule {
  /** Whether the value is encoded as base64. */
  readonly base64: boolean;
  /** What every value is replaced by, if only the presence of the header is compared. */
  readonly replace: string | undefined;
}

export interface TextRule {
  readonly match: RegExp;
  readonly replace: string;
  readonly reason: string;
}

export interface PathRule {
  /** The names of properties from the outside to the inside; the last ones of a value's path match. */
  readonly at: readonly string[];
  /** The operations, if the rule is not for all. */
  readonly operations: ReadonlySet<string> | undefined;
  readonly reason: string;
}

export interface RequestRule {
  readonly operations: ReadonlySet<string>;
  /** Matches the driver, the method and the normalised request target; undefined: every request of the operation. */
  readonly request: RegExp | undefined;
  readonly reason: string;
}

export interface ItemRule extends PathRule {
  /** The property of an item that names it. */
  readonly property: string;
  /** What it contains, as JSON. */
  readonly value: string;
}

export interface NormalisationRules {
  /** Headers of responses that are compared, by their names in lower case. */
  readonly headers: ReadonlyMap<string, HeaderRule>;
  /** Replacements within strings and keys. */
  readonly texts: readonly TextRule[];
  /** Values of which only the types and the property names are compared. */
  readonly types: readonly PathRule[];
  /** Arrays without an order. */
  readonly unordered: readonly PathRule[];
  /** Arrays without an order, in which equal items count once. */
  readonly sets: readonly PathRule[];
  /** Items of arrays that are not compared. */
  readonly omitted: readonly ItemRule[];
  /** Values that are not compared, nor whether they are present. */
  readonly ignored: readonly PathRule[];
  /** Requests whose response depends on the time: only the status and the headers are compared. */
  readonly racing: readonly RequestRule[];
  /** Requests for objects that the engine removes by itself: a 404 is not compared. */
  readonly vanishing: readonly RequestRule[];
  /** Requests that may be without a response, because a fault of the engine leaves no response. */
  readonly broken: readonly RequestRule[];
}

type Entry = Readonly<Record<string, unknown>>;

/** Reads the list. @throws Error when an entry has no reason */
export function readRules(content: string, file: string): NormalisationRules {
  const lists = parse(content) as Readonly<Record<string, readonly Entry[] | null>>;
  const entries = (list: string): readonly Entry[] =>
    (lists[list] ?? []).map((entry, index) => {
      if (typeof entry['reason'] === 'string' && entry['reason'] !== '') return entry;
      throw new Error(`${file}, ${list}, entry ${index + 1}: has no reason; say why two runs differ`);
    });
  const pathsOf = (entry: Entry): readonly PathRule[] =>
    [entry['at']].flat().map((at) => ({
      at: String(at).split('/'),
      operations: entry['operations'] === undefined ? undefined : new Set([entry['operations']].flat().map(String)),
      reason: String(entry['reason']),
    }));
  const paths = (list: string): readonly PathRule[] => entries(list).flatMap(pathsOf);
  const requests = (list: string): readonly RequestRule[] =>
    entries(list).map((entry) => ({
      operations: new Set([entry['operation']].flat().map(String)),
      request: entry['request'] === undefined ? undefined : new RegExp(String(entry['request'])),
      reason: String(entry['reason']),
    }));
  return {
    headers: new Map(
      entries('headers').map((entry) => [
        String(entry['name']).toLowerCase(),
        {
          base64: entry['base64'] === true,
          replace: entry['replace'] === undefined ? undefined : String(entry['replace']),
        },
      ]),
    ),
    texts: entries('texts').map((entry) => ({
      match: new RegExp(String(entry['match']), 'g'),
      replace: String(entry['replace']),
      reason: String(entry['reason']),
    })),
    types: paths('types'),
    unordered: paths('unordered'),
    sets: paths('sets'),
    omitted: entries('omitted').flatMap((entry) =>
      pathsOf(entry).map((rule) => ({
        ...rule,
        property: String(entry['property']),
        value: JSON.stringify(entry['value']),
      })),
    ),
    ignored: paths('ignored'),
    racing: requests('racing'),
    vanishing: requests('vanishing'),
    broken: requests('broken'),
  };
}
