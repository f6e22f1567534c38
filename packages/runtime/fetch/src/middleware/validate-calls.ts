/** Middleware that checks parameters and JSON bodies with the validators of a library such as zod or valibot. */
import type { Middleware } from '../call/call-options.js';
import { LadingClientError } from '../error/index.js';
import { transferError } from '../error/api-error.js';
import { hasNull } from '../request/parameters.js';
import type { SentOperation } from '../request/request-contract.js';
import { ownValue, ownValues, type InputValues } from '../request/values.js';
import { wholeText } from '../response/whole-body.js';

/** A validator of any library: see https://standardschema.dev. */
export interface StandardValidator {
  readonly '~standard': {
    readonly validate: (value: unknown) => ValidatorResult | Promise<ValidatorResult>;
  };
}

interface ValidatorResult {
  readonly issues?: readonly ValidatorIssue[] | undefined;
}

interface ValidatorIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The validators of an operation. */
export interface OperationValidators {
  /** Of the parameters in the path, by name. */
  readonly path?: StandardValidator;
  readonly query?: StandardValidator;
  readonly headers?: StandardValidator;
  readonly cookies?: StandardValidator;
  /** Of the JSON body of requests. */
  readonly request?: StandardValidator;
  /** Of the JSON body of successful responses. */
  readonly response?: StandardValidator;
}

/** Where a request has parameters. */
type ParameterPart = (typeof places)[number];

const places = ['path', 'query', 'headers', 'cookies'] as const;

/** What does not fit. */
export interface ValidationIssue {
  readonly in: ParameterPart | 'body';
  /** The JSON Pointer of the value: `/tags/0`; of a parameter it begins with its name; empty for the whole body. */
  readonly path: string;
  readonly message: string;
}

type Code = 'REQUEST_INVALID' | 'RESPONSE_INVALID';

/** A parameter or a body does not fit its validator. `code` is `REQUEST_INVALID`, and nothing was sent, or `RESPONSE_INVALID`. */
export class InvalidCallError extends LadingClientError {
  readonly operation: string;
  readonly issues: readonly ValidationIssue[];

  constructor(code: Code, operation: string, issues: readonly ValidationIssue[]) {
    const what = code === 'REQUEST_INVALID' ? 'request' : 'response';
    const shown = issues.slice(0, 3).map((issue) => `${placeOf(issue)}${issue.message}`);
    super(code, `The ${what} of ${operation} is invalid: ${shown.join('; ')}`);
    this.operation = operation;
    this.issues = issues;
  }
}

function placeOf({ in: place, path }: ValidationIssue): string {
  return place === 'body' ? path && `${path}: ` : `${place}${path}: `;
}

/**
 * Checks the parameters and the JSON body of a request before it is sent, and the JSON body of a successful response before it is
 * decoded. Other media types, streams and operations without a validator pass. A checked response is read as a whole.
 *
 * @param operations the validators by the identifiers of operations, such as `operations` of `@lading/emit-validators`
 */
export function validateCalls(operations: Readonly<Record<string, OperationValidators>>): Middleware {
  return async (request, next, operation, input) => {
    const { id } = operation;
    const validators = (Object.hasOwn(operations, id) && operations[id]) || {};
    const { request: ofRequest, response: ofResponse } = validators;
    const problems = places.map(async (place) => {
      const validator = validators[place];
      return validator === undefined
        ? []
        : await issuesOf(validator, valuesAt(operation, ownValues(input), place), place);
    });
    if (ofRequest && typeof request.body === 'string' && isJson(request.headers))
      problems.push(issuesOfText(ofRequest, request.body));
    reject('REQUEST_INVALID', id, (await Promise.all(problems)).flat());
    const response = await next(request);
    if (!ofResponse || !response.ok || !isJson(response.headers)) return response;
    const call = { operation: id, method: request.method, url: request.url.replace(/[?#][^]*/, '') };
    const text = await wholeText(response, call).catch((cause: unknown) => {
      throw transferError(cause, call, request.signal);
    });
    reject('RESPONSE_INVALID', id, await issuesOfText(ofResponse, text));
    const { status, statusText, headers } = response;
    return new Response(text === '' ? null : text, { status, statusText, headers });
  };
}

/** Returns the parameters of an input that are sent at a place, by name. */
function valuesAt(operation: SentOperation, input: InputValues, place: ParameterPart): InputValues {
  const { nested = [], pathEncodings, query, headers, cookies } = operation;
  const encodings = { path: pathEncodings, query, headers, cookies }[place];
  const values = nested.includes(place) ? ownValues(input[place]) : input;
  const isSent = ([name, value]: readonly [string, unknown]) =>
    value !== undefined && (value !== null || hasNull(ownValue(encodings, name)));
  return Object.fromEntries(Object.entries(values).filter(isSent));
}

/** @throws InvalidCallError if there are issues */
function reject(code: Code, operation: string, issues: readonly ValidationIssue[]): void {
  if (issues.length > 0) throw new InvalidCallError(code, operation, issues);
}

async function issuesOfText(validator: StandardValidator, text: string): Promise<readonly ValidationIssue[]> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What is not JSON is the error of the decoder.
    return [];
  }
  return await issuesOf(validator, value, 'body');
}

async function issuesOf(
  validator: StandardValidator,
  value: unknown,
  place: ValidationIssue['in'],
): Promise<readonly ValidationIssue[]> {
  const { issues = [] } = await validator['~standard'].validate(value);
  return issues.map((issue) => issueOf(issue, place));
}

function issueOf({ message, path = [] }: ValidatorIssue, place: ValidationIssue['in']): ValidationIssue {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return {
    in: place,
    path: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''),
    message,
  };
}

function isJson(headers: Headers): boolean {
  return /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}
