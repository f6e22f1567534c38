// The cells of a comparison: each property of each schema, and each header of each operation, as clients saw it in many responses.

import type { Document } from '../../check/document.js';
import { matcher } from '../../check/match.js';
import { observe, type Position } from '../../check/observe.js';
import type { Exchange, Json } from '../../recorder/exchange.js';
import { normaliseText } from '../normalise.js';
import type { HeaderRule, NormalisationRules } from '../lists.js';

/** What was seen of a property, in all objects of its schema. */
export interface Seen {
  readonly presence: 'always' | 'sometimes' | 'never';
  readonly kinds: readonly string[];
  /** The value as JSON, if it was the same one each time. */
  readonly only: string | undefined;
}

export interface SeenCell {
  /** The schema and the property, or the operation, the status and the header. */
  readonly at: string;
  readonly expected: Seen;
  readonly bridged: Seen;
}

/** The cells of what both arms have seen. */
export function observedCells(
  document: Document,
  expected: readonly Exchange[],
  bridged: readonly Exchange[],
  rules: NormalisationRules,
): readonly SeenCell[] {
  const [one, other] = [expected, bridged].map((exchanges) => seenIn(document, exchanges, rules));
  const names = [...(one?.keys() ?? [])].filter((name) => other?.has(name));
  return names.flatMap((name) => {
    const [left, right] = [one?.get(name) ?? new Map<string, Seen>(), other?.get(name) ?? new Map<string, Seen>()];
    return [...new Set([...left.keys(), ...right.keys()])]
      .map((property) => ({
        at: `${name}.${property}`,
        expected: left.get(property) ?? never,
        bridged: right.get(property) ?? never,
      }))
      .filter((cell) => cell.expected.presence !== 'never' || cell.bridged.presence !== 'never');
  });
}

/**
 * Whether both are the same, as from two runs of one engine: the same presence and kinds, and not two different values where each has
 * only one.
 */
export function isSame({ expected, bridged }: SeenCell): boolean {
  const isConflict = expected.only !== bridged.only && expected.only !== undefined && bridged.only !== undefined;
  return !isConflict && expected.presence === bridged.presence && expected.kinds.join(' ') === bridged.kinds.join(' ');
}

/** Whether two engines with different objects may be the same: each sends what the other always sends, of one of its kinds. */
export function isAlike({ expected, bridged }: SeenCell): boolean {
  const presences = [expected.presence, bridged.presence];
  if (presences.includes('never')) return !presences.includes('always');
  return expected.kinds.some((kind) => bridged.kinds.includes(kind));
}

const never: Seen = { presence: 'never', kinds: [], only: undefined };

type Properties = ReadonlyMap<string, Seen>;

function seenIn(
  document: Document,
  exchanges: readonly Exchange[],
  rules: NormalisationRules,
): ReadonlyMap<string, Properties> {
  const normalised = exchanges.map((exchange) => normaliseTexts(exchange, rules));
  const schemas = [...observe(document, normalised).responses].map(
    ([pointer, position]) => [pointer.replace('/components/schemas/', ''), propertiesOf(position)] as const,
  );
  return new Map([...schemas, ...headersOf(document, normalised, rules)]);
}

const propertiesOf = ({ count, properties }: Position): Properties =>
  new Map(
    [...properties].map(
      ([name, { present, types, examples }]) => [name, seen(present, count, types, examples)] as const,
    ),
  );

function headersOf(
  document: Document,
  exchanges: readonly Exchange[],
  rules: NormalisationRules,
): ReadonlyMap<string, Properties> {
  const match = matcher(document);
  const places = new Map<string, { count: number; values: Map<string, string[]> }>();
  for (const exchange of exchanges) {
    const operation = match(exchange);
    if (operation === undefined) continue;
    const name = `${operation.id} ${exchange.response.status}`;
    const place = places.get(name) ?? { count: 0, values: new Map<string, string[]>() };
    places.set(name, place);
    place.count += 1;
    for (const [header, value] of Object.entries(exchange.response.headers)) {
      const rule = rules.headers.get(header.toLowerCase());
      if (rule === undefined) continue;
      const values = place.values.get(header.toLowerCase()) ?? [];
      place.values.set(header.toLowerCase(), [
        ...values,
        JSON.stringify(rule.replace ?? headerText(value, rule, rules)),
      ]);
    }
  }
  return new Map(
    [...places].map(([name, { count, values }]) => [
      name,
      new Map(
        [...values].map(
          ([header, all]) => [header, seen(all.length, count, new Set(['string']), new Set(all))] as const,
        ),
      ),
    ]),
  );
}

/** A value as text, without what differs between two runs. */
function headerText(value: string, { base64 }: HeaderRule, { texts }: NormalisationRules): string {
  return normaliseText(base64 === true ? Buffer.from(value, 'base64').toString('utf8') : value, texts);
}

function seen(present: number, count: number, kinds: ReadonlySet<string>, values: ReadonlySet<string>): Seen {
  const [value] = values;
  // What an object contains has cells of its own.
  const isScalar = value !== undefined && (!/^[[{]/.test(value) || value.length === 2);
  return {
    presence: present === 0 ? 'never' : present === count ? 'always' : 'sometimes',
    kinds: [...kinds].sort(),
    only: values.size === 1 && isScalar ? value : undefined,
  };
}

function normaliseTexts(exchange: Exchange, { texts }: NormalisationRules): Exchange {
  const clean = (value: Json): Json => {
    if (typeof value === 'string') return normaliseText(value, texts);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return (value as readonly Json[]).map(clean);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, clean(one as Json)]));
  };
  return { ...exchange, response: clean(exchange.response as unknown as Json) as unknown as Exchange['response'] };
}
