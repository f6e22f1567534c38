/** Places the rules of an overlay in every operation that they apply to. */
import type { ConversionRule, ConvertedValue, ConvertRule, PlacedRule, PlainPlace, RenameRule } from '../ir/index.js';
import { conversionPath, isInside, joinedPath, nameInPath, recursionAround } from '../ir/index.js';
import { LadingError } from '../diagnostics/index.js';
import { knownValues } from './known-values.js';
import { messageKindOf, schemaPlaces, type IndexedApi, type MessageKind, type SchemaPlaces } from './message-types.js';

/** Returns the schemas in the JSON body of an operation, in either version. */
type FindSchemas = (operation: string, kind: MessageKind) => readonly SchemaPlaces[];

/** Returns the rules at their places, in the order of the overlay, without renames. */
export function writtenRules(
  rules: readonly ConversionRule[],
  older: IndexedApi,
  newer: IndexedApi,
): readonly PlacedRule[] {
  const schemasOf = schemasIn([older, newer]);
  return rules.flatMap((rule) => (rule.rule === 'rename' ? [] : placed(rule, older, newer, schemasOf)));
}

/**
 * Returns the rules `rename` at their places, by the names that a message has when each of them acts: when it is upgraded, an object
 * is renamed before its properties; when it is downgraded, after them.
 */
export function renameRules(
  rules: readonly ConversionRule[],
  older: IndexedApi,
  newer: IndexedApi,
): readonly PlacedRule[] {
  const schemasOf = schemasIn([older, newer]);
  const renames = rules.filter((rule): rule is RenameRule => rule.rule === 'rename');
  const inOrder = renames
    .flatMap((rule) => renamed(rule, newer, schemasOf))
    .filter(({ operation }) => older.operationsById.has(operation) && newer.operationsById.has(operation))
    // At every depth, a property by which a schema contains itself is renamed before those that are only found through it.
    .sort((one, other) => Number(isLink(other)) - Number(isLink(one)) || depthOf(one) - depthOf(other));
  assertSingleLinks(inOrder);
  const isUpgrade = ({ direction }: PlacedRule) => direction.endsWith('.upgrade');
  return [...inOrder.filter(isUpgrade), ...inOrder.filter((rule) => !isUpgrade(rule)).reverse()];
}

/** @throws OVERLAY_RULE if two renamed properties lead into the same inner values: neither is found before the other is renamed */
function assertSingleLinks(renames: readonly PlacedRule[]): void {
  const links = renames.filter((rule) => isLink(rule) && rule.direction.endsWith('.upgrade'));
  for (const { operation, direction, at, difference } of links) {
    const isInner = (rule: PlacedRule) =>
      rule.operation === operation && rule.direction === direction && isInside(rule.at.body ?? '', at.body ?? '');
    if (!links.some(isInner)) continue;
    throw new LadingError({
      code: 'OVERLAY_RULE',
      subject: `${at.body} of ${operation} and a property in it are renamed, and both lead to values of the same schema`,
      place: `rule rename of the difference ${difference}`,
      remedy: 'Write a rule hook for the operation instead',
    });
  }
}

/** Whether the recursion of a rule leads through the property that it renames. */
function isLink({ at, parts, recursion = [] }: PlacedRule): boolean {
  if (at.body === undefined) return false;
  const names = [at, withLastName(at, String(parts['from']))].flatMap(({ body }) => body ?? []);
  return recursion.some((each) => names.some((name) => each.at === name || isInside(each.at, name)));
}

function depthOf({ at }: PlacedRule): number {
  return conversionPath(at.body ?? '').length;
}

function renamed(rule: RenameRule, newer: IndexedApi, schemasOf: FindSchemas): readonly PlacedRule[] {
  const { difference, direction, description, from, to } = rule;
  const isUpgrade = direction.endsWith('.upgrade');
  const places = placesOf(rule, newer, schemasOf);
  const aroundIn = (operation: string) =>
    schemasOf(operation, messageKindOf(direction)).flatMap(({ recursion: all }) => all);
  // The recursion of the outer place leads to the inner one.
  const isRepeated = ({ operation, place: { body = '' } }: PlaceInOperation) =>
    aroundIn(operation).some(({ at, like }) => {
      const outer = joinedPath(like, body.slice(at.length).replace(/^\./, ''));
      return isInside(body, at) && places.some((each) => each.operation === operation && each.place.body === outer);
    });
  const outermost = places.filter((each) => !isRepeated(each));
  return outermost.map(({ operation, place }): PlacedRule => {
    const around = aroundIn(operation);
    const recursion = place.body === undefined ? [] : recursionAround(around)(place.body);
    const shared = {
      operation,
      direction,
      difference,
      description,
      when: [],
      ...(recursion.length > 0 && { recursion }),
    };
    if (to !== undefined) {
      const parts = isUpgrade ? { from, value: to } : { from: to, value: from };
      return { ...shared, at: place, rule: 'replace', parts };
    }
    const [former = place, next = place] = [String(from), lastName(place)].map((name) => withLastName(place, name));
    const [at, other] = isUpgrade ? ([next, former] as const) : ([former, next] as const);
    // The outer value is renamed first, so that its inner ones are found by the name that it has then.
    const renamedIn = recursion.map((each) => ({ ...each, at: withPrefix(each.at, next.body, at.body) }));
    const inner = recursion.length > 0 ? { recursion: renamedIn } : {};
    return { ...shared, ...inner, at, rule: 'rename', parts: { from: lastName(other) } };
  });
}

/** Returns a path in which a property at its beginning has another name. */
function withPrefix(path: string, name = '', other = ''): string {
  return path === name || isInside(path, name) ? `${other}${path.slice(name.length)}` : path;
}

function lastName({ body, query, header }: PlainPlace): string {
  return header?.toLowerCase() ?? query ?? conversionPath(body ?? '').at(-1) ?? '';
}

function withLastName(place: PlainPlace, name: string): PlainPlace {
  if (place.header !== undefined) return { header: name.toLowerCase() };
  if (place.query !== undefined) return { query: name };
  const { body = '' } = place;
  return { body: `${body.slice(0, body.length - nameInPath(lastName(place)).length)}${nameInPath(name)}` };
}

/** Searches each body once, however many rules concern a schema in it. */
function schemasIn(apis: readonly IndexedApi[]): FindSchemas {
  const searched = new Map<string, readonly SchemaPlaces[]>();
  return (id, kind) => {
    const key = `${kind} ${id}`;
    const found =
      searched.get(key) ??
      apis.flatMap((api) => {
        const operation = api.operationsById.get(id);
        return operation === undefined ? [] : [schemaPlaces(api, operation, kind)];
      });
    searched.set(key, found);
    return found;
  };
}

function placed(
  rule: Exclude<ConversionRule, RenameRule>,
  older: IndexedApi,
  newer: IndexedApi,
  schemasOf: FindSchemas,
): readonly PlacedRule[] {
  const { difference, direction, when, description, rule: kind } = rule;
  if (rule.rule === 'convert' && rule.sites !== undefined) {
    const shared = { direction, difference, description, rule: kind, parts: convertParts(rule, rule.value) };
    return rule.sites.map((site) => ({ ...shared, ...site }));
  }
  return placesOf(rule, newer, schemasOf).map(({ operation, place }) => ({
    operation,
    direction,
    difference,
    description,
    at: place,
    when: when.map(({ of, is }) =>
      is === 'unknown' ? { of, not: knownValues(rule, { operation, place, of }, older, newer) } : { of, is },
    ),
    rule: kind,
    ...(rule.rule === 'hook' && rule.isOutermost && { isOutermost: true as const }),
    parts: partsOf(rule),
  }));
}

function partsOf(rule: Exclude<ConversionRule, RenameRule>): PlacedRule['parts'] {
  if (rule.rule === 'hook') return { hook: rule.hook };
  if (rule.rule === 'convert') return convertParts(rule);
  const { difference: _difference, direction: _direction, at: _at, when: _when, ...others } = rule;
  const { description: _description, rule: _rule, ...parts } = others;
  return parts;
}

function convertParts({ hook }: ConvertRule, { absent }: Pick<ConvertedValue, 'absent'> = { absent: true }) {
  return { hook, ...(absent && { absent }) };
}

interface PlaceInOperation {
  readonly operation: string;
  readonly place: PlainPlace;
}

function placesOf(
  { at, direction }: ConversionRule,
  newer: IndexedApi,
  schemasOf: FindSchemas,
): readonly PlaceInOperation[] {
  switch (at.in) {
    case 'body':
      return at.operations.map((operation) => ({ operation, place: { body: at.path } }));
    case 'query':
      return at.operations.map((operation) => ({
        operation,
        place: { query: at.name, ...(at.path !== '' && { path: at.path }) },
      }));
    case 'header':
      return at.operations.map((operation) => ({ operation, place: { header: at.name } }));
    case 'operation':
      return at.operations.map((operation) => ({ operation, place: {} }));
    case 'paths':
      // Messages are converted by the operations that the paths pair.
      return [];
    case 'only':
      // Its places are found by comparing the versions.
      return [];
    case 'schema': {
      const ids = at.operations.length > 0 ? at.operations : newer.operations.map(({ id }) => id);
      return ids.flatMap((operation) => {
        const bodies = schemasOf(operation, messageKindOf(direction));
        const paths = new Set(bodies.flatMap(({ paths: all }) => [...(all.get(at.schema) ?? [])]));
        return [...paths].map((path) => ({ operation, place: { body: joinedPath(path, at.path) } }));
      });
    }
  }
}
