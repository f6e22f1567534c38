/** Finds the divergences between the messages of two versions: bodies, parameters and headers. */
import { conversionPath, nameInPath, type Operation, type Parameter, type PlainPlace, type Type } from '../ir/index.js';
import { ComparedSchemas } from './compared-schemas.js';
import { divergencesOf } from './find-divergences.js';
import { rootPlace, type Divergence, type IndexedVersions } from './divergence.js';
import { contentsOf, type IndexedApi, type MessageContent, type MessageKind } from './message-types.js';
import { addressable } from './shared-places.js';

/** A divergence at its place in an operation. The place is empty if rules cannot address it. */
export interface DivergenceSite extends Divergence {
  readonly operation: string;
  readonly messageKind: MessageKind;
  readonly at: PlainPlace;
}

type OperationPair = readonly [older: Operation, newer: Operation];

/**
 * Returns all divergences between the messages of two versions, except for operations that only one version has.
 *
 * @throws READ_LIMIT if the messages of an operation have too many places
 */
export function sitesOf(older: IndexedApi, newer: IndexedApi): readonly DivergenceSite[] {
  const versions: IndexedVersions = { older, newer, compared: new ComparedSchemas() };
  return older.operations.flatMap((operation) => {
    const other = newer.operationsById.get(operation.id);
    if (other === undefined) return [];
    const pair = [operation, other] as const;
    versions.compared.begin(`${operation.method} ${operation.path}`);
    return [
      ...inBody('request', pair, versions),
      ...inParameters(pair, versions),
      ...inBody('response', pair, versions),
      ...inHeaders(pair, versions),
    ];
  });
}

function inBody(
  messageKind: MessageKind,
  [one, other]: OperationPair,
  versions: IndexedVersions,
): readonly DivergenceSite[] {
  const { older, newer } = versions;
  const [before, after] = [contentsOf(one, messageKind, older), contentsOf(other, messageKind, newer)];
  const operation = one.id;
  const pairs = contentPairs(before, after);
  const types = pairs.flatMap(([a, b]) =>
    a.isRead && b.isRead && a.type && b.type ? [[a.type, b.type] as const] : [],
  );
  const inTypes = addressable(versions, types, rootPlace, (pair) => divergencesOf(versions, pair));
  // Streams of other items, and bytes, pass as they are.
  const unread = pairs.filter(([a, b]) => !(a.isRead && b.isRead) && isDivergent(a, b, versions));
  const isMissing = (others: readonly MessageContent[]) => (content: MessageContent) =>
    !others.some((each) => textOf(each) === textOf(content));
  const onlyIn = (contents: readonly MessageContent[], side: Divergence['side']) => {
    return contents.map((each) => contentSite(operation, messageKind, textOf(each), side));
  };
  return [
    ...onlyIn(before.filter(isMissing(after)), 'older'),
    ...onlyIn(after.filter(isMissing(before)), 'newer'),
    ...unread.flatMap(([each]) => [...onlyIn([each], 'older'), ...onlyIn([each], 'newer')]),
    ...inTypes.map((found) => ({ ...found, operation, messageKind, at: { body: found.path } })),
  ];
}

/** Pairs contents of the same media type, if possible of the same status; without any, the first ones that conversions read. */
function contentPairs(
  before: readonly MessageContent[],
  after: readonly MessageContent[],
): readonly (readonly [MessageContent, MessageContent])[] {
  const found = before.flatMap((content) => {
    const sameType = after.filter(({ mediaType }) => mediaType === content.mediaType);
    const match = sameType.find(({ status }) => status === content.status) ?? sameType[0];
    return match === undefined ? [] : [[content, match] as const];
  });
  if (found.some(([one, other]) => one.isRead && other.isRead)) return found;
  const [one, other] = [before, after].map((contents) => contents.find(({ isRead }) => isRead));
  return one === undefined || other === undefined ? found : [...found, [one, other]];
}

/** Whether contents of one media type that conversions do not read differ. */
function isDivergent(one: MessageContent, other: MessageContent, versions: IndexedVersions): boolean {
  if (one.type === undefined || other.type === undefined) return one.type !== other.type;
  return divergencesOf(versions, [one.type, other.type]).length > 0;
}

function textOf({ mediaType, status }: MessageContent): string {
  return status === undefined ? mediaType : `${status} ${mediaType}`;
}

function contentSite(
  operation: string,
  messageKind: MessageKind,
  path: string,
  side: Divergence['side'],
): DivergenceSite {
  const at = { header: 'Content-Type' };
  return { ...rootPlace, kind: 'content', side, path, required: false, operation, messageKind, at };
}

/** Compares the parameters of each location as the properties of a record. */
function inParameters([one, other]: OperationPair, versions: IndexedVersions): readonly DivergenceSite[] {
  return (['path', 'query', 'querystring', 'header', 'cookie'] as const).flatMap((location) => {
    const record = ({ parameters }: Operation): Type => ({
      kind: 'record',
      bases: [],
      fields: parameters.filter((parameter) => parameter.in === location).map((each) => named(each)),
    });
    const found = divergencesOf(versions, [record(one), record(other)]);
    return found.map((each): DivergenceSite => {
      return { ...each, operation: one.id, messageKind: 'request', at: parameterPlace(location, each.path) };
    });
  });
}

/** The names of headers are case-insensitive. */
function named(parameter: Parameter): Parameter {
  return parameter.in === 'header' ? { ...parameter, name: parameter.name.toLowerCase() } : parameter;
}

/** Rules address query parameters and headers. Values in a path or a cookie are only visible to conversion hooks. */
function parameterPlace(location: Parameter['in'], found: string): PlainPlace {
  const [name = ''] = conversionPath(found);
  const path = found.slice(nameInPath(name).length).replace(/^\./, '');
  if (location === 'header') return { header: name };
  return location === 'query' ? { query: name, ...(path !== '' && { path }) } : {};
}

/** Compares the headers of responses that are no errors as the properties of a record. */
function inHeaders([one, other]: OperationPair, versions: IndexedVersions): readonly DivergenceSite[] {
  const record = ({ responses }: Operation): Type => {
    const headers = responses.filter(({ status }) => /^[123]/.test(status)).flatMap((response) => response.headers);
    const names = headers.map(({ name }) => name.toLowerCase());
    return {
      kind: 'record',
      bases: [],
      fields: headers.filter(({ name }, index) => names.indexOf(name.toLowerCase()) === index),
    };
  };
  return divergencesOf(versions, [record(one), record(other)]).map((found): DivergenceSite => {
    const [header = ''] = conversionPath(found.path);
    return { ...found, operation: one.id, messageKind: 'response', at: { header } };
  });
}
