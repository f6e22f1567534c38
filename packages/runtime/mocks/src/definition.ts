/** What a mock knows of its operation. */
import type { Operation, OperationSchemas, Schema } from '@lading/runtime-wire';
import { examplesOf, type Examples, type SchemaExamples } from '@lading/runtime-values';

/** The examples of a schema, and those of the schemas that it refers to. */
export interface ExampleNode extends SchemaExamples {
  readonly of: Schema;
  readonly uses?: () => readonly ExampleNode[];
}

/** The examples of an operation: of whole responses by their status, and of schemas. */
export interface OperationExamples {
  readonly responses?: Readonly<Record<string, readonly unknown[]>>;
  readonly schemas?: readonly ExampleNode[];
}

export interface MockDefinition {
  readonly operation: Operation;
  readonly schemas: OperationSchemas;
  readonly responses: Readonly<Record<string, readonly unknown[]>>;
  readonly examples: Examples;
}

/** Joins what generated code passes. */
export function definitionOf(
  operation: Operation,
  schemas: OperationSchemas,
  { responses = {}, schemas: nodes = [] }: OperationExamples,
): MockDefinition {
  const all = new Set(nodes);
  // A set is iterated with what is added meanwhile.
  for (const { uses } of all) for (const node of uses?.() ?? []) all.add(node);
  return { operation, schemas, responses, examples: examplesOf([...all].map((node) => [node.of, node])) };
}
