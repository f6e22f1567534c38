/** Keywords that nothing is generated from, most of them of OpenAPI 3.2. There is one finding for each kind of keyword. */
import { get, isObject, type JsonObject } from '../../document/index.js';
import { groupBy } from '../group-by.js';
import type { Inventory } from '../inventory.js';
import type { Remark, LintRule } from '../rule.js';
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
  check: ({ dialect, root, schemas, media, parameters, follow }) => {
    const inNewest = [
      ...within([{ path: [], value: root }], inRoot),
      ...within(schemas, inSchema),
      ...within(media, inMedia),
      ...within(parameters, inParameter),
    ];
    const found = [
      ...within(parameters, (parameter) => emptyIn(parameter, follow)),
      ...(dialect === 'openapi-3.2' ? inNewest : []),
    ];
    return [...groupBy(found, ({ meaning }) => meaning)].flatMap(([meaning, group]): readonly Remark[] => {
      const times = group.length === 1 ? '' : ` (${group.length} times)`;
      return group.slice(0, 1).map(({ path }) => ({ path, sentence: `${meaning}${times}.` }));
    });
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
  return [
    ...keyword(schema, ['xml', 'nodeType'], 'Ignored: "xml.nodeType". XML is a string in clients and servers'),
    ...keyword(
      schema,
      ['discriminator', 'defaultMapping'],
      'Ignored: a discriminator with "defaultMapping". Its schemas are told apart by their structure',
    ),
  ];
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
