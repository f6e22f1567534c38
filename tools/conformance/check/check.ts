// Validates every recorded body against the document of its version.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Exchange } from '../recorder/exchange.js';
import { type BodySchema, type Document, matcher, type Operation, pointer, spelled, valueAt } from './document.js';

interface Fault {
  /** The JSON pointer of the violated schema in the document. */
  readonly pointer: string;
  readonly keyword: string;
  /** The JSON pointer of the value in the body. */
  readonly at: string;
  readonly message: string;
  readonly value: unknown;
}

interface CheckFailure extends Pick<Fault, 'pointer' | 'keyword'> {
  readonly operation: string;
  /** `request`, or the status of the response. */
  readonly where: string;
  readonly count: number;
  readonly example: Omit<Fault, 'pointer' | 'keyword'> &
    Pick<Exchange, 'engine' | 'client'> & { readonly call: string };
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
    const { engine, client, method, path, response } = exchange;
    const operation = match(exchange);
    if (!operation) {
      const call = `${method} ${path.replace(/\?.*/, '')} ${response.status}`;
      unknown[call] = (unknown[call] ?? 0) + 1;
      continue;
    }
    // An upgrade (101) counts as success; 304 means that the requested state was already reached.
    if (response.status < 300) succeeded.add(operation.id);
    for (const { where, faults } of checkedBodies(document, validate, operation, exchange)) {
      bodies[where === 'request' ? 'requests' : 'responses'] += 1;
      if (faults.length === 0) bodies.fitting += 1;
      for (const { pointer, keyword, ...fault } of faults) {
        const key = [operation.id, where, pointer, keyword].join(' ');
        const example = { engine, client, call: `${method} ${path}`, ...fault };
        const before = failures.get(key) ?? { operation: operation.id, where, pointer, keyword, count: 0, example };
        failures.set(key, { ...before, count: before.count + 1 });
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

interface CheckedBody {
  /** `request`, or the status of the response. */
  readonly where: string;
  readonly faults: readonly Fault[];
}

/** The request and each value of the response, with what does not match. */
function checkedBodies(
  { root }: Document,
  validate: Validate,
  operation: Operation,
  { request, response }: Exchange,
): readonly CheckedBody[] {
  const status = String(response.status);
  const place = `/paths${pointer(operation.path)}/${operation.method.toLowerCase()}/responses`;
  const documented = [status, 'default'].find((one) => operation.responses.has(one));
  const schema = operation.responses.get(documented ?? '');
  const values = response.items ?? (response.body === undefined ? [] : [response.body]);
  const checked: CheckedBody[] = [];
  const found = (keyword: string, message: string, at: string): unknown =>
    checked.push({ where: status, faults: [{ pointer: at, keyword, at: '', message, value: values[0] }] });
  // A rejected request need not match the schema.
  if (response.status < 400 && request.body !== undefined && operation.request) {
    const body = spelled(root, valueAt(root, operation.request.pointer), request.body);
    checked.push({ where: 'request', faults: validate(operation.request, body) });
  }
  if (documented === undefined) found('status', `status ${status} is not documented`, place);
  else if (values.length > 0 && !schema)
    found('content', 'has a JSON body, but none is documented', `${place}/${documented}`);
  else if (response.items && schema?.stream === false)
    found('x-lading-stream', 'is a stream of JSON values, but one value is documented', `${place}/${documented}`);
  else if (schema) checked.push(...values.map((value) => ({ where: status, faults: validate(schema, value) })));
  return checked;
}

type Validate = (schema: BodySchema, value: unknown) => readonly Fault[];

const validators = new WeakMap<Document, Validate>();

/** The validator of a document, which compiles each schema once. */
function validatorOf(document: Document): Validate {
  const validate = validators.get(document) ?? validator(document);
  validators.set(document, validate);
  return validate;
}

function validator({ root }: Document): Validate {
  // Formats such as int64 limit a number's width, which parsed JSON no longer shows.
  const lenient = { strict: false, validateFormats: false, validateSchema: false, logger: false } as const;
  const ajv = new Ajv2020({ ...lenient, allErrors: true, verbose: true });
  ajv.addSchema(root, 'document');
  const pointers = pointersOf(root);
  const compiled = new Map<string, ValidateFunction>();
  return (schema, value) => {
    const at = schema.pointer.split('/').map(encodeURIComponent).join('/');
    const validate = compiled.get(at) ?? ajv.compile({ $ref: `document#${at}` });
    compiled.set(at, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map((error) => ({
      pointer: `${pointers.get(error.parentSchema ?? {}) ?? schema.pointer}/${error.keyword}`,
      keyword: error.keyword,
      at: error.instancePath,
      message: `${error.message ?? 'does not match'}${detail(error.params)}`,
      value: error.data,
    }));
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

export function printReport(report: Report): string {
  const { bodies, operations, failures } = report;
  const checked = bodies.requests + bodies.responses;
  const share = operations.documented === 0 ? 0 : (100 * operations.succeeded.length) / operations.documented;
  return [
    `version ${report.version}: ${report.exchanges} exchanges, ${checked} bodies checked (${bodies.requests} requests, ${bodies.responses} responses), ${bodies.fitting} match`,
    `operations that succeeded: ${operations.succeeded.length} of ${operations.documented} (${share.toFixed(1)} %)`,
    ...(operations.missing.length > 0 ? [`  never: ${operations.missing.join(', ')}`] : []),
    `failures: ${failures.length}`,
    ...failures.map(({ operation, where, pointer, keyword, count, example }) =>
      [
        `  ${count}× ${operation} ${where}: ${keyword} at ${pointer}`,
        `      ${example.at || '/'} ${example.message}, is ${short(example.value)} (${example.engine} ${example.client}: ${example.call.slice(0, 120)})`,
      ].join('\n'),
    ),
    ...Object.entries(report.unknown).map(([call, count]) => `  no operation for ${call}, ${count}×`),
  ].join('\n');
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
