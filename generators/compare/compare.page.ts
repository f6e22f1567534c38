/** What a page of the reference calls to compare two versions: it is built as a script, `ladingCompare`. */
import {
  everyOperation,
  withDocumentNames,
  type Change,
  type Content,
  type Field,
  type Operation,
  type Parameter,
  type Schema,
  type Type,
} from '../ir/index.js';
import { compareApis } from './compare-apis.js';
import { unpackApi, type PackedApis } from './packed-apis.js';
import { homesOf, titlesOf, type Home } from './report/home.js';
import { describe } from './sentence-parts.js';
import { Side } from './side.js';

/** A change, and the operation or schema in whose section a report lists it. */
export interface ListedChange extends Change {
  readonly home: Home;
}

export interface ListedChanges {
  readonly changes: readonly ListedChange[];
  /** The titles of the resource groups, in their order. */
  readonly groups: readonly (readonly [name: string, title: string])[];
}

/** Returns what `lading diff FROM TO` prints. */
export function changesBetween(packed: PackedApis, from: string, to: string): ListedChanges {
  const older = withDocumentNames(unpackApi(packed, from));
  const newer = withDocumentNames(unpackApi(packed, to));
  const homes = homesOf({ older, newer });
  return {
    changes: compareApis(older, newer).map((change) => ({ ...change, home: homes(change) })),
    groups: [...titlesOf({ older, newer })],
  };
}

/** Returns the names of a document's operations, by their names in generated code. */
export function operationNames(packed: PackedApis, version: string): Readonly<Record<string, string>> {
  const api = unpackApi(packed, version);
  const named = everyOperation(withDocumentNames(api));
  return Object.fromEntries(everyOperation(api).map(({ id }, at) => [id, named[at]?.id ?? id]));
}

/** One line of an operation or a schema: a parameter, a body, a response, a property. */
export interface ContentRow {
  readonly name: string;
  readonly type: string;
  /** `required`, `default 10`. */
  readonly facts: readonly string[];
}

/** Returns an operation or a schema of a version in lines, without descriptions; undefined if the version lacks it. */
export function contentAt(
  packed: PackedApis,
  version: string,
  { kind, name }: { readonly kind: 'operation' | 'schema'; readonly name: string },
): readonly ContentRow[] | undefined {
  const api = unpackApi(packed, version);
  if (kind === 'schema') {
    const schema = api.schemas.find((one) => one.name === name);
    return schema && rowsOfSchema(schema, new Side(api));
  }
  const operation = api.operations.find(({ id }) => id === name);
  return operation && rowsOfOperation(operation);
}

function rowsOfOperation({ method, path, parameters, body, responses }: Operation): readonly ContentRow[] {
  const types = (content: readonly Content[]) =>
    content.map(({ mediaType, type }) => `${mediaType}: ${typeText(type)}`).join('; ');
  return [
    { name: method, type: path, facts: [] },
    ...parameters.map((parameter) => ({ ...rowOf(parameter), name: `${parameter.in} ${parameter.name}` })),
    ...(body === undefined ? [] : [{ name: 'body', type: types(body.content), facts: factsOf(body) }]),
    ...responses.map(({ status, content, deprecated }) => ({
      name: status,
      type: types(content),
      facts: factsOf({ required: false, deprecated }),
    })),
  ];
}

function rowsOfSchema({ type, deprecated }: Schema, side: Side): readonly ContentRow[] {
  const facts = factsOf({ required: false, deprecated });
  if (type.kind === 'enum')
    return [{ name: 'values', type: type.values.map(({ value }) => JSON.stringify(value)).join(', '), facts }];
  if (type.kind !== 'record') return [{ name: 'type', type: typeText(type), facts }];
  return [...side.flat(type).fields.values()].map(rowOf);
}

function rowOf(field: Field | Parameter): ContentRow {
  return { name: field.name, type: typeText(field.type), facts: factsOf(field) };
}

function factsOf({
  required,
  deprecated,
  default: standard,
}: {
  readonly required: boolean;
  readonly deprecated?: object | undefined;
  readonly default?: unknown;
}): readonly string[] {
  return [
    ...(required ? ['required'] : []),
    ...(standard === undefined ? [] : [`default ${JSON.stringify(standard)}`]),
    ...(deprecated === undefined ? [] : ['deprecated']),
  ];
}

function typeText(type: Type): string {
  return `${describe(type)}${type.nullable === true ? ' or null' : ''}`;
}
