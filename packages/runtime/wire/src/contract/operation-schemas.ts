/** The schemas and rules of an operation: what its parameters, its body and its responses hold. */
import type { Shape, ShapeRule } from '../schema/index.js';
import type { ParameterPlace } from './operation.js';

export interface OperationSchemas {
  readonly parameters?: Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, Shape>>>>>;
  /** The schema of the JSON body. */
  readonly body?: Shape;
  /** Rules between path, query and body: their fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly ShapeRule[];
  /** The successes that hold JSON or declare headers, by status. */
  readonly responses?: Readonly<Record<number, ResponseSchemas>>;
  /** The schemas of error responses, by status. */
  readonly errors?: Readonly<Record<string, Shape>>;
}

export interface ResponseSchemas {
  /** The schema of the JSON value; that of one item where values flow. */
  readonly body?: Shape;
  readonly headers?: Readonly<Record<string, Shape>>;
}
