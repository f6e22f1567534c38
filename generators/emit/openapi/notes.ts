/** Descriptions, versions and rules → their keywords and extensions in OpenAPI. */
import type { Json, JsonObject, Notes } from '../../emitter/index.js';

export function notesJson(notes: Notes): JsonObject {
  const { title, description, since, until, deprecated, rules, example, exampleOrder, exampleKey } = notes;
  const { externalDocs, extensions } = notes;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated: true }),
    ...(deprecated?.since !== undefined && { 'x-lading-deprecated-since': deprecated.since }),
    ...(deprecated?.use !== undefined && { 'x-lading-deprecated-use': deprecated.use }),
    ...(since !== undefined && { 'x-lading-since': since }),
    ...(until !== undefined && { 'x-lading-until': until }),
    ...(rules && { 'x-lading-rules': rules as unknown as Json }),
    ...(example !== undefined && { example: example as Json }),
    ...(exampleOrder && { 'x-lading-example-order': exampleOrder }),
    ...(extensions as JsonObject | undefined),
    ...(exampleKey !== undefined && { 'x-additionalPropertiesName': exampleKey }),
    ...(externalDocs && { externalDocs: { ...externalDocs } }),
    ...(extensions as JsonObject | undefined),
  };
}
