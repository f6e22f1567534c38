/** Keywords that nothing is generated from, many of them of OpenAPI 3.2. There is one finding for each kind of keyword. */
import { get, isArray, isObject, type Json, type JsonObject } from '../../document/index.js';
import { remarksOf } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

interface IgnoredKeyword {
  /** The path from the object that has it. */
  readonly path: readonly string[];
  /** What is ignored, and what applies instead. */
  readonly meaning: string;
}

export const keywordIgnored: LintRule = {
  name: 'keyword-ignored',
  severity: 'warning',
  check: ({ dialect, root, operations, schemas, media, parameters, follow }) => {
    const inNewest = [
      ...within([{ path: [], value: root }], inRoot),
      ...within(schemas, inNewSchema),
      ...within(media, inMedia),
      ...within(parameters, inParameter),
    ];
    const found = [
      ...within(schemas, inSchema),
      ...within(media, inParts),
      ...within(
        operations.flatMap((operation) => responsesOf(operation, follow)),
        inResponse,
      ),
      ...within(parameters, (parameter) => [
        ...emptyIn(parameter, follow),
        ...inItems(parameter),
        ...deepArrayIn(parameter, follow),
      ]),
      ...(dialect === 'openapi-3.2' ? inNewest : []),
    ];
    return remarksOf(found);
  },
};

function within(
  sites: readonly DocumentSite[],
  ignoredIn: (value: JsonObject) => readonly IgnoredKeyword[],
): readonly IgnoredKeyword[] {
  return sites.flatMap(({ path, value }) => ignoredIn(value).map((one) => ({ ...one, path: [...path, ...one.path] })));
}

function inRoot(root: JsonObject): readonly IgnoredKeyword[] {
  return keyword(root, ['$self'], 'Ignored: "$self". References are relative to the place of the file');
}

function inSchema(schema: JsonObject): readonly IgnoredKeyword[] {
  const [examples, items] = [get(schema, 'examples'), get(schema, 'prefixItems')];
  const described = isArray(items) && items.some((item) => isObject(item) && get(item, 'description') !== undefined);
  // Encoded JSON is read as its value.
  const isEncoded =
    get(schema, 'contentEncoding') !== undefined && !/[/+]json\b/i.test(String(get(schema, 'contentMediaType')));
  return [
    ...keyword(schema, ['xml'], 'Ignored: "xml". XML is a string in clients and servers'),
    ...(isEncoded ? keyword(schema, ['contentMediaType'], 'Ignored: "contentMediaType" of an encoded string') : []),
    ...(isArray(examples) && examples.length > 1
      ? keyword(schema, ['examples'], 'Ignored: the examples of a schema after the first')
      : []),
    ...(described ? keyword(schema, ['prefixItems'], 'Ignored: the descriptions of "prefixItems"') : []),
  ];
}

function inNewSchema(schema: JsonObject): readonly IgnoredKeyword[] {
  return keyword(
    schema,
    ['discriminator', 'defaultMapping'],
    'Ignored: a discriminator with "defaultMapping". Its schemas are told apart by their structure',
  );
}

function inParts(media: JsonObject): readonly IgnoredKeyword[] {
  return keysOf(get(media, 'encoding')).flatMap((name) =>
    keyword(
      media,
      ['encoding', name, 'headers'],
      'Ignored: the headers of parts. Clients send those of the media type',
    ),
  );
}

function inResponse(response: JsonObject): readonly IgnoredKeyword[] {
  const headers = get(response, 'headers');
  return [
    ...keysOf(get(response, 'links')).flatMap((name) =>
      keyword(response, ['links', name, 'server'], 'Ignored: the server of a link'),
    ),
    ...Object.entries(isObject(headers) ? headers : {}).flatMap(([name, header]) =>
      !isObject(header) || ['csv', undefined].includes(get(header, 'collectionFormat') as string | undefined)
        ? []
        : keyword(response, ['headers', name, 'collectionFormat'], separatedByCommas),
    ),
  ];
}

const separatedByCommas = 'Ignored: the "collectionFormat" of a header of responses. Its items are separated by commas';

/** The specification gives `deepObject` no form for arrays, and servers differ. */
function deepArrayIn(parameter: JsonObject, follow: Inventory['follow']): readonly IgnoredKeyword[] {
  const schema = get(parameter, 'schema');
  const target = isObject(schema) ? follow({ path: [], value: schema })?.value : undefined;
  if (get(parameter, 'style') !== 'deepObject' || target === undefined || get(target, 'type') !== 'array') return [];
  return keyword(parameter, ['style'], 'Ignored: the style "deepObject" of an array. Each item repeats the name');
}

/** The items of a parameter of Swagger 2.0 are arrays. */
function inItems(parameter: JsonObject): readonly IgnoredKeyword[] {
  return keyword(
    parameter,
    ['items', 'collectionFormat'],
    'Ignored: the "collectionFormat" of items. Items that are arrays are JSON',
  );
}

/** The responses of an operation, at the places where they stand. */
function responsesOf({ path, value }: DocumentSite, follow: Inventory['follow']): readonly DocumentSite[] {
  const responses = get(value, 'responses');
  return Object.entries(isObject(responses) ? responses : {}).flatMap(([status, response]) =>
    isObject(response) ? (follow({ path: [...path, 'responses', status], value: response }) ?? []) : [],
  );
}

function keysOf(value: Json | undefined): readonly string[] {
  return isObject(value) ? Object.keys(value) : [];
}

function inMedia(media: JsonObject): readonly IgnoredKeyword[] {
  const examples = get(media, 'examples');
  const [name, example] = (isObject(examples) ? Object.entries(examples)[0] : undefined) ?? [];
  const isSerialized =
    isObject(example) && get(example, 'dataValue') === undefined && get(example, 'value') === undefined;
  return [
    ...['itemEncoding', 'prefixEncoding'].flatMap((key) =>
      keyword(media, [key], `Ignored: "${key}". The parts of the body have their default serialization`),
    ),
    ...(name === undefined || !isObject(example) || !isSerialized
      ? []
      : keyword(example, ['serializedValue'], 'Ignored: an example with "serializedValue" alone').map((one) => ({
          ...one,
          path: ['examples', name, ...one.path],
        }))),
  ];
}

function inParameter(parameter: JsonObject): readonly IgnoredKeyword[] {
  if (get(parameter, 'style') !== 'cookie') return [];
  return [
    { path: ['style'], meaning: 'Ignored: the style "cookie". The value is percent-encoded, as in the style "form"' },
  ];
}

/** Strings may be empty anyway. */
function emptyIn(parameter: JsonObject, follow: Inventory['follow']): readonly IgnoredKeyword[] {
  const schema = get(parameter, 'schema');
  const target = isObject(schema) ? follow({ path: [], value: schema })?.value : parameter;
  const type = target === undefined ? undefined : get(target, 'type');
  if (get(parameter, 'allowEmptyValue') !== true || type === undefined || type === 'string') return [];
  return keyword(
    parameter,
    ['allowEmptyValue'],
    'Ignored: "allowEmptyValue". Servers refuse an empty value that is no string',
  );
}

function keyword(value: JsonObject, path: readonly string[], meaning: string): readonly IgnoredKeyword[] {
  const [first = '', ...rest] = path;
  const inner = get(value, first);
  if (inner === undefined) return [];
  if (rest.length === 0) return [{ path: [first], meaning }];
  return isObject(inner) ? keyword(inner, rest, meaning).map((one) => ({ ...one, path: [first, ...one.path] })) : [];
}
