/** The schemas that the operations of a version lead to. */
import {
  isJsonContent,
  referencesOf,
  requestBody,
  successResponses,
  type Api,
  type Operation,
  type Schema,
  type Type,
} from '../../ir/index.js';
import { flattened } from './flatten.js';

/** In the order of the interface. */
export function reachedSchemas(api: Api): readonly Schema[] {
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
  const responses = successResponses(operation, api);
  const errors = operation.responses.filter(({ status }) => /^[45]\d\d$/.test(status));
  return [
    ...operation.parameters.map(({ type }) => type),
    requestBody(operation)?.type,
    ...responses.flatMap(({ type, headers }) => [type, ...headers.map((field) => field.type)]),
    ...errors.map(({ content }) => content.find(isJsonContent)?.type),
  ].filter((type) => type !== undefined);
}

/** Of its bases a record has the fields, but does not name them. */
function namedIn({ type }: Schema, api: Api): readonly string[] {
  if (type.kind !== 'record') return referencesOf(type);
  const { fields, rest } = flattened(type, [], api);
  return [...fields.map((field) => field.type), ...(rest ? [rest] : [])].flatMap(referencesOf);
}
