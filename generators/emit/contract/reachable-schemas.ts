/** The schemas that the operations of a version refer to, directly or not. */
import {
  constrainingTypes,
  errorResponses,
  innerTypes,
  isJsonContent,
  referencesOf,
  rangeResponses,
  requestBody,
  successResponses,
  type Api,
  type Content,
  type Operation,
  type Schema,
  type Type,
} from '../../emitter/index.js';
import { flattened } from './flatten.js';

/** Returns the schemas in the order of the document. */
export function reachableSchemas(api: Api): readonly Schema[] {
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema]));
  const found = new Set<string>();
  const wanted = api.operations.flatMap((operation) => typesOf(operation, api)).flatMap(referencesOf);
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    const schema = schemas.get(name);
    if (schema !== undefined) wanted.push(...namedIn(schema, api));
  }
  return api.schemas.filter(({ name }) => found.has(name));
}

function typesOf(operation: Operation, api: Api): readonly Type[] {
  const responses = [...successResponses(operation, api), ...rangeResponses(operation, api)];
  return [
    ...operation.parameters.map(({ type }) => type),
    requestBody(operation)?.type,
    ...responses.flatMap(({ type, headers }) => [type, ...headers.map((field) => field.type)]),
    ...errorResponses(operation).map(({ content }) => content.find(isJsonContent)?.type),
    ...[operation.body?.content ?? [], ...responses.map(({ content }) => content)].flatMap(typesOfContents),
  ].filter((type) => type !== undefined);
}

function typesOfContents(content: readonly Content[]): readonly Type[] {
  return content.flatMap(({ type, parts = [] }) => [
    type,
    ...parts.flatMap(({ headers = [] }) => headers.map((header) => header.type)),
  ]);
}

/**
 * Returns the schemas that a schema refers to. The bases of a record are not among them, but the schemas of their
 * fields are.
 */
function namedIn({ type }: Schema, api: Api): readonly string[] {
  if (type.kind !== 'record') return referencesOf(type);
  const { fields, records } = flattened(type, [], api);
  const variants = type.discriminator?.mapping.map(({ schema }) => schema) ?? [];
  // Of records that say something about the properties of others, the fields are checked apart.
  const own = records.flatMap((record) => [...innerTypes(record), ...constrainingTypes(record)]);
  return [...variants, ...[...fields.map((field) => field.type), ...own].flatMap(referencesOf)];
}
