// Validates every recorded body against the document of its version.

import type { Exchange } from '../recorder/exchange.js';
import { type BodySchema, type Document, type Operation, pointer, valueAt } from './document.js';
import { matcher } from './match.js';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { spelled } from './spelling.js';

interface CheckFailure {
  readonly operation: string;
  /** `request`, or the status of the response. */
  readonly where: string;
  readonly pointer: string;
  readonly keyword: string;
  readonly count: number;
  readonly example: {
    readonly engine: string;
    readonly client: string;
    readonly call: string;
    readonly at: string;
    readonly message: string;
    readonly value: unknown;
  };
}

export interface Report {
  readonly version: string;
  readonly exchanges: number;
  readonly bodies: { readonly requests: number; readonly responses: number; readonly fitting: number };
  readonly operations: {
    readonly documented: number;
    readonly succeeded: readonly string[];
    readonly missing: readonly string[];
  };
  readonly failures: readonly CheckFailure[];
  /** How often each call came that belongs to no operation. */
  readonly unknown: Readonly<Record<string, number>>;
}

export function check(document: Document, exchanges: readonly Exchange[]): Report {
  const match = matcher(document);
  const validate = validatorOf(document);
  const failures = new Map<string, CheckFailure>();
  const succeeded = new Set<string>();
  const unknown: Record<string, number> = {};
  const bodies = { requests: 0, responses: 0, fitting: 0 };
  const own = exchanges.filter((exchange) => exchange.version === document.version);
  for (const exchange of own) {
    const operation = match(exchange);
    if (!operation) {
      const call = `${exchange.method} ${exchange.path.replace(/\?.*/, '')} ${exchange.response.status}`;
      unknown[call] = (unknown[call] ?? 0) + 1;
      continue;
    }
    if (isSuccess(exchange)) succeeded.add(operation.id);
    for (const { where, values } of findings(validate, operation, exchange)) {
      for (const faults of values) {
        bodies[where === 'request' ? 'requests' : 'responses'] += 1;
        if (faults.length === 0) bodies.fitting += 1;
        for (const fault of faults) note(failures, operation, where, exchange, fault);
      }
    }
  }
  const ids = document.operations.map((operation) => operation.id);
  return {
    version: document.version,
    exchanges: own.length,
    bodies,
    operations: {
      documented: ids.length,
      succeeded: ids.filter((id) => succeeded.has(id)),
      missing: ids.filter((id) => !succeeded.has(id)),
    },
    failures: [...failures.values()].sort((a, b) => b.count - a.count),
    unknown,
  };
}

const validators = new WeakMap<Document, Validator>();

/** The validator of a document, which compiles each schema once. */
function validatorOf(document: Document): Validator {
  const validate = validators.get(document) ?? validator(document);
  validators.set(document, validate);
  return validate;
}

/** Whether the engine performed the request. An upgrade (101) counts as success; 304 means that the requested state was already reached. */
function isSuccess({ response }: Exchange): boolean {
  return response.status < 300;
}

interface Finding {
  readonly where: string;
  readonly values: readonly (readonly Fault[])[];
}

function findings(validate: Validator, operation: Operation, exchange: Exchange): readonly Finding[] {
  const { request, response } = exchange;
  const found: Finding[] = [];
  // A rejected request need not match the schema.
  if (response.status < 400 && request.body !== undefined && operation.request) {
    found.push({ where: 'request', values: [validate.request(operation.request, request.body)] });
  }
  const status = String(response.status);
  const documentedStatus = operation.responses.has(status)
    ? status
    : operation.responses.has('default')
      ? 'default'
      : undefined;
  const values = response.items ?? (response.body === undefined ? [] : [response.body]);
  if (documentedStatus === undefined) {
    const fault = {
      pointer: `/paths/${operation.path.replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses`,
      keyword: 'status',
      at: '',
      message: `status ${status} is not documented`,
      value: response.body,
    };
    found.push({ where: status, values: [[fault]] });
  } else if (values.length > 0) {
    found.push({
      where: status,
      values: responses(validate, operation, documentedStatus, values, response.items !== undefined),
    });
  }
  return found;
}

function responses(
  validate: Validator,
  operation: Operation,
  status: string,
  values: readonly unknown[],
  many: boolean,
): Finding['values'] {
  const schema = operation.responses.get(status);
  const place = `/paths/${operation.path.replaceAll('/', '~1')}/${operation.method.toLowerCase()}/responses/${status}`;
  const first = { pointer: place, at: '', value: values[0] };
  if (!schema) return [[{ ...first, keyword: 'content', message: 'has a JSON body, but none is documented' }]];
  if (many && !schema.stream)
    return [
      [{ ...first, keyword: 'x-lading-stream', message: 'is a stream of JSON values, but one value is documented' }],
    ];
  return values.map((value) => validate.body(schema, value));
}

function note(
  failures: Map<string, CheckFailure>,
  operation: Operation,
  where: string,
  exchange: Exchange,
  fault: Fault,
): void {
  const key = [operation.id, where, fault.pointer, fault.keyword].join(' ');
  const before = failures.get(key);
  const { engine, client, method, path } = exchange;
  failures.set(key, {
    operation: operation.id,
    where,
    pointer: fault.pointer,
    keyword: fault.keyword,
    count: (before?.count ?? 0) + 1,
    example: before?.example ?? {
      engine,
      client,
      call: `${method} ${path}`,
      at: fault.at,
      message: fault.message,
      value: fault.value,
    },
  });
}

/** Validates bodies against the schemas of a document. */
interface Fault {
  /** The JSON pointer of the violated schema in the document. */
  readonly pointer: string;
  readonly keyword: string;
  /** The JSON pointer of the value in the body. */
  readonly at: string;
  readonly message: string;
  readonly value: unknown;
}

interface Validator {
  body(schema: BodySchema, value: unknown): readonly Fault[];
  request(schema: BodySchema, value: unknown): readonly Fault[];
}

function validator(document: Document): Validator {
  // Formats such as int64 limit a number's width, which parsed JSON no longer shows.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    verbose: true,
    logger: false,
  });
  ajv.addSchema(document.root, 'document');
  const pointers = pointersOf(document.root);
  const compiled = new Map<string, ValidateFunction>();
  const check = (at: string): ValidateFunction => {
    const validate =
      compiled.get(at) ?? ajv.compile({ $ref: `document#${at.split('/').map(encodeURIComponent).join('/')}` });
    compiled.set(at, validate);
    return validate;
  };
  const body = (schema: BodySchema, value: unknown): readonly Fault[] => {
    const validate = check(schema.pointer);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: `${pointers.get(error.parentSchema ?? {}) ?? schema.pointer}/${error.keyword}`,
      keyword: error.keyword,
      at: error.instancePath,
      message: `${error.message ?? 'does not match'}${detail(error.params)}`,
      value: error.data,
    }));
  };
  return {
    body,
    request: (schema, value) => body(schema, spelled(document.root, valueAt(document.root, schema.pointer), value)),
  };
}

/** The JSON pointer of each object of the document. The paths that the validator reports restart at every reference. */
function pointersOf(root: object): ReadonlyMap<object, string> {
  const pointers = new Map<object, string>();
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    pointers.set(value, at);
    for (const [key, member] of Object.entries(value)) visit(member, `${at}${pointer(key)}`);
  };
  visit(root, '');
  return pointers;
}

function detail(params: object): string {
  const values = 'allowedValues' in params ? `: ${JSON.stringify(params.allowedValues)}` : '';
  const extra = 'additionalProperty' in params ? `: ${JSON.stringify(params.additionalProperty)}` : '';
  return values + extra;
}
