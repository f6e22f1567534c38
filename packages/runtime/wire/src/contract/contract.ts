/** The contract of one version: its operations with their schemas. */
import { any, type Shape, type ShapeRule } from '../schema/index.js';
import type { Body, Operation, Parameter, ParameterPlace, Response } from './operation.js';
import type { OperationSchemas, ResponseSchemas } from './operation-schemas.js';

export interface Contract {
  /** `1.44` */
  readonly version: string;
  /** The product's name where it stands in headers and media types: `Docker` unless given. */
  readonly vendor?: string;
  /** By id. */
  readonly operations: Readonly<Record<string, OperationContract>>;
}

/** An operation with the schema of each value. */
export interface OperationContract extends Operation {
  readonly parameters?: ParametersContract;
  readonly body?: BodyContract;
  /** Rules between path, query and body: their fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly ShapeRule[];
  readonly responses: Readonly<Record<number, ResponseContract>>;
  /** The schemas of error responses, by status. */
  readonly errors?: Readonly<Record<string, Shape>>;
}

export type ParametersContract = Readonly<
  Partial<Record<ParameterPlace, Readonly<Record<string, ParameterContract>>>>
>;

export interface ParameterContract extends Parameter {
  readonly schema: Shape;
}

export type BodyContract = JsonBodyContract | BytesBodyContract;

export interface JsonBodyContract extends Body {
  readonly kind: 'json';
  readonly schema: Shape;
}

export interface BytesBodyContract extends Body {
  readonly kind: 'bytes';
}

export interface ResponseContract extends Response {
  /** The schema of the JSON value; that of one item where values flow. */
  readonly schema?: Shape;
  readonly headers?: Readonly<Record<string, ParameterContract>>;
}

/**
 * Joins the operations of a version with their schemas.
 *
 * @param operations each operation and its schemas
 */
export function contractOf(
  version: string,
  operations: readonly (readonly [operation: Operation, schemas: OperationSchemas])[],
): Contract {
  return {
    version,
    operations: Object.fromEntries(
      operations.map(([operation, schemas]) => [operation.id, operationContract(operation, schemas)]),
    ),
  };
}

function operationContract(operation: Operation, schemas: OperationSchemas): OperationContract {
  const { parameters, body, responses, ...rest } = operation;
  return {
    ...rest,
    ...(parameters && { parameters: parametersContract(parameters, schemas.parameters) }),
    ...(body && { body: bodyContract(body, schemas.body) }),
    ...(schemas.rules && { rules: schemas.rules }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [
        status,
        responseContract(response, schemas.responses?.[Number(status)]),
      ]),
    ),
    ...(schemas.errors && { errors: schemas.errors }),
  };
}

function parametersContract(
  parameters: NonNullable<Operation['parameters']>,
  schemas: OperationSchemas['parameters'],
): ParametersContract {
  const places = Object.entries(parameters) as [ParameterPlace, Readonly<Record<string, Parameter>>][];
  return Object.fromEntries(places.map(([place, each]) => [place, withSchemas(each, schemas?.[place])]));
}

function bodyContract({ kind, ...rest }: Body, schema: Shape = any): BodyContract {
  return kind === 'json' ? { kind, schema, ...rest } : { kind, ...rest };
}

function responseContract(response: Response, schemas: ResponseSchemas = {}): ResponseContract {
  const { headers, ...rest } = response;
  return {
    ...rest,
    ...(schemas.body && { schema: schemas.body }),
    ...(headers && { headers: withSchemas(headers, schemas.headers) }),
  };
}

function withSchemas(
  parameters: Readonly<Record<string, Parameter>>,
  schemas: Readonly<Record<string, Shape>> = {},
): Readonly<Record<string, ParameterContract>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, parameter]) => [name, { ...parameter, schema: schemas[name] ?? any }]),
  );
}
