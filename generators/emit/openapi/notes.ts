/** Descriptions, versions and rules → their keywords and extensions in OpenAPI. */
import { objectOf, type Json, type JsonObject, type NamedExample, type Notes } from '../../emitter/index.js';

export function notesJson(notes: Notes): JsonObject {
  const { title, description, since, until, deprecated, rules, example, exampleOrder, exampleKey, examples } = notes;
  const { externalDocs, extensions } = notes;
  // A reader takes the first of several examples.
  const isFirst = JSON.stringify(example) === JSON.stringify(examples?.[0]?.value);
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(deprecated && { deprecated: true }),
    ...(deprecated?.since !== undefined && { 'x-lading-deprecated-since': deprecated.since }),
    ...(deprecated?.use !== undefined && { 'x-lading-deprecated-use': deprecated.use }),
    ...(since !== undefined && { 'x-lading-since': since }),
    ...(until !== undefined && { 'x-lading-until': until }),
    ...(rules && { 'x-lading-rules': rules as unknown as Json }),
    ...(example !== undefined && !isFirst && { example: example as Json }),
    ...(examples && { examples: objectOf(examples.map((one) => [one.name, exampleJson(one)])) }),
    ...(exampleOrder && { 'x-lading-example-order': exampleOrder }),
    ...(extensions as JsonObject | undefined),
    ...(exampleKey !== undefined && { 'x-additionalPropertiesName': exampleKey }),
    ...(externalDocs && { externalDocs: { ...externalDocs } }),
    ...(extensions as JsonObject | undefined),
  };
}

function exampleJson({ summary, description, value, url }: NamedExample): JsonObject {
  return {
    ...(summary !== undefined && { summary }),
    ...(description !== undefined && { description }),
    ...(value !== undefined && { value: value as Json }),
    ...(url !== undefined && { externalValue: url }),
  };
}
