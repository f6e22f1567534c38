/** A required part of a request has no default, which would contradict it. */
import { expect, test } from 'vitest';
import { referencesOf, type Api, type Type } from 'lading/emitter';
import { apiOf, versions } from '../specification.js';

test.each(versions.map(({ document }) => document.version))('%s', (version) => {
  expect(requiredWithDefault(apiOf(version))).toEqual([]);
});

function requiredWithDefault(api: Api): string[] {
  const parameters = api.operations.flatMap(({ id, parameters }) =>
    parameters
      .filter((parameter) => parameter.required && parameter.default !== undefined)
      .map((parameter) => `${id} ${parameter.name}`),
  );
  const types = api.operations.flatMap(({ parameters, body }) => [
    ...parameters.map(({ type }) => type),
    ...(body?.content ?? []).map(({ type }) => type),
  ]);
  const schemas = new Map(api.schemas.map((schema) => [schema.name, schema.type]));
  // Iterating over a Set also visits elements that are added meanwhile.
  const names = new Set(types.flatMap((type) => referencesOf(type)));
  for (const name of names) for (const used of referencesOf(schemas.get(name) ?? { kind: 'any' })) names.add(used);
  return [...parameters, ...[...names].flatMap((name) => ofRecord(name, schemas.get(name)))].sort();
}

function ofRecord(name: string, type: Type | undefined): string[] {
  if (type?.kind !== 'record') return [];
  return type.fields
    .filter((field) => field.required && field.default !== undefined)
    .map((field) => `${name}.${field.name}`);
}
