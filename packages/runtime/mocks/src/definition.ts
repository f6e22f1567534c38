/** What a mock knows of its operation. */
import type { Operation, OperationSchemas, Schema } from '@lading/runtime-wire';
import { examplesOf, type Examples, type SchemaExamples } from '@lading/runtime-values';

/** The examples of a schema, and those of the schemas that it refers to. */
export interface ExampleNode extends SchemaExamples {
  readonly of: Schema;
  readonly uses?: () => readonly ExampleNode[];
}

/** How the pages of an operation follow each other. Places in the body are names of properties. */
export interface OperationPages {
  readonly kind: 'link' | 'cursor' | 'offset' | 'page';
  /** The query parameter that chooses the page. */
  readonly parameter?: string;
  readonly items: readonly string[];
  /** The place of what leads to the next page. */
  readonly next?: readonly string[];
  readonly first?: number;
}

/** The examples of an operation: of whole responses by their status, and of schemas. */
export interface OperationExamples {
  readonly pages?: OperationPages;
  readonly responses?: Readonly<Record<string, readonly unknown[]>>;
  readonly schemas?: readonly ExampleNode[];
}

export interface MockDefinition {
  readonly operation: Operation;
  readonly schemas: OperationSchemas;
  readonly responses: Readonly<Record<string, readonly unknown[]>>;
  readonly examples: Examples;
  readonly pages?: OperationPages;
}

/** Joins what generated code passes. */
export function definitionOf(
  operation: Operation,
  schemas: OperationSchemas,
  { responses = {}, schemas: nodes = [], pages }: OperationExamples,
): MockDefinition {
  const all = new Set(nodes);
  // A set is iterated with what is added meanwhile.
  for (const { uses } of all) for (const node of uses?.() ?? []) all.add(node);
  const examples = examplesOf([...all].map((node) => [node.of, node]));
  return { operation, schemas, responses, examples, ...(pages && { pages }) };
}
