/** The contract of one version: its operations, with their schemas. */
import type { Encoding } from '../encoding.js';
import type { Schema, SchemaRule } from '../schema/index.js';
import type { Operation, ParameterPlace, Server } from './operation.js';
import type { SecurityRequirement, SecuritySchemes } from './security.js';
import type {
  Body,
  ContentByMediaType,
  OperationSchemas,
  ParameterContract,
  ResponsesByStatus,
} from './operation-schemas.js';

export interface Contract {
  /** The API version, for example `1.44`. */
  readonly version: string;
  /** The product's name in headers and media types. @default 'Docker' */
  readonly vendor?: string;
  /** The servers; the first one is the default. */
  readonly servers?: readonly Server[];
  readonly securitySchemes?: SecuritySchemes;
  /** The operations by identifier. */
  readonly operations: Readonly<Record<string, OperationContract>>;
}

/** An operation with the schema of each value. */
export interface OperationContract {
  /** The operation identifier, for example `ContainerCreate`. */
  readonly id: string;
  /** Clients call the operation as `engine[noun][verb]`, and servers handle it with `handlers[noun][verb]`. */
  readonly noun: string;
  readonly verb: string;
  readonly method: Operation['method'];
  /**
   * The path without the version, for example `/containers/{id}/json`. It may have a query that all requests of the
   * operation have. Operations of one method and path differ in required parameters.
   */
  readonly path: string;
  /** Whether the value of the path parameter may contain slashes, as names of images and plugins do. */
  readonly slashes?: true;
  readonly parameters?: ParametersContract;
  /** The alternatives of authentication; without them, none is required. */
  readonly security?: readonly SecurityRequirement[];
  /** The servers, if they are not those of the API. */
  readonly servers?: readonly Server[];
  readonly body?: BodyContract;
  /** Rules between path, query and body. Their fields are names of parameters, `filters.until` or `body.Hostname`. */
  readonly rules?: readonly SchemaRule[];
  /** The success responses by status, including 101 and 304, or range of statuses. */
  readonly responses: ResponsesByStatus;
  /** The schemas of error responses, by status: `404`, `4XX` or `default`. */
  readonly errors?: Readonly<Record<string, Schema>>;
}

export type ParametersContract = Readonly<Partial<Record<ParameterPlace, Readonly<Record<string, ParameterContract>>>>>;

export type BodyContract = JsonBodyContract | BytesBodyContract;

export interface JsonBodyContract {
  readonly kind: 'json';
  readonly schema: Schema;
  /** The accepted media types. @default `application/json` */
  readonly mediaTypes?: readonly string[];
  readonly required?: true;
  readonly content?: ContentByMediaType;
}

export interface BytesBodyContract {
  readonly kind: 'bytes';
  /** The accepted media types. */
  readonly mediaTypes?: readonly string[];
  readonly required?: true;
  /** The content by media type, if it is a form, or a value that is not JSON. */
  readonly content?: ContentByMediaType;
}

/** The operations of a version by noun and verb, each with its schemas. */
export type OperationsByNoun = Readonly<
  Record<string, Readonly<Record<string, readonly [operation: Operation, schemas: OperationSchemas]>>>
>;

/** Joins the operations of a version with their schemas. @throws TypeError if a parameter has no schema */
export function contractOf(
  version: string,
  operations: OperationsByNoun,
  address: Pick<Contract, 'servers' | 'securitySchemes'> = {},
): Contract {
  const contracts = Object.entries(operations).flatMap(([noun, verbs]) =>
    Object.entries(verbs).map(([verb, [operation, schemas]]) => operationContract(noun, verb, operation, schemas)),
  );
  return { version, ...address, operations: Object.fromEntries(contracts.map((contract) => [contract.id, contract])) };
}

function operationContract(
  noun: string,
  verb: string,
  operation: Operation,
  schemas: OperationSchemas,
): OperationContract {
  const { id, method, path, slashes, security, servers, body } = operation;
  const { rules, responses, errors } = schemas;
  const parameters = parametersContract(operation, schemas);
  return {
    id,
    noun,
    verb,
    method,
    path,
    ...(slashes && { slashes }),
    ...(parameters && { parameters }),
    ...(security && { security }),
    ...(servers && { servers }),
    ...(body && { body: bodyContract(body, schemas.body) }),
    ...(rules && { rules }),
    responses,
    ...(errors && { errors }),
  };
}

function parametersContract(
  { pathEncodings = {}, query, headers, cookies, querystring }: Operation,
  { parameters = {}, required = {} }: OperationSchemas,
): ParametersContract | undefined {
  const inPath = Object.entries(parameters.path ?? {}).map(([name, schema]): [string, ParameterContract] => {
    const encoding = (Object.hasOwn(pathEncodings, name) && pathEncodings[name]) || 'plain';
    return [name, { encoding, schema, required: true }];
  });
  const places: ParametersContract = {
    ...(inPath.length > 0 && { path: Object.fromEntries(inPath) }),
    ...(query && { query: withSchemas(query, parameters.query, required.query) }),
    ...(headers && { headers: withSchemas(headers, parameters.headers, required.headers) }),
    ...(cookies && { cookies: withSchemas(cookies, parameters.cookies, required.cookies) }),
    ...(querystring && { querystring: withSchemas(querystring, parameters.querystring, required.querystring) }),
  };
  return Object.keys(places).length === 0 ? undefined : places;
}

function withSchemas(
  encodings: Readonly<Record<string, Encoding>>,
  schemas: Readonly<Record<string, Schema>> = {},
  required: readonly string[] = [],
): Readonly<Record<string, ParameterContract>> {
  return Object.fromEntries(
    Object.entries(encodings).map(([name, encoding]) => {
      const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
      // Without a schema nothing would be checked.
      if (schema === undefined) throw new TypeError(`the parameter ${name} has no schema`);
      return [name, { encoding, schema, ...(required.includes(name) && { required: true }) }];
    }),
  );
}

function bodyContract(mediaTypes: readonly string[], { schema, required, content }: Body = {}): BodyContract {
  const more = { ...(required && { required }), ...(content && { content }) };
  return schema === undefined ? { kind: 'bytes', mediaTypes, ...more } : { kind: 'json', schema, ...more };
}
