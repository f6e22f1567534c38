/** Middleware that checks bodies of JSON with the validators of a library such as zod or valibot. */
import type { Middleware } from '../call/call-options.js';
import { LadingClientError } from '../error/index.js';
import { wholeText } from '../response/whole-body.js';
import { transferError } from '../error/api-error.js';

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
  /** Of the JSON body of requests. */
  readonly request?: StandardValidator;
  /** Of the JSON body of successful responses. */
  readonly response?: StandardValidator;
}

/** What does not fit. */
export interface ValidationIssue {
  /** The JSON Pointer of the value: `/tags/0`; empty for the whole body. */
  readonly path: string;
  readonly message: string;
}

/** A body does not fit its validator. `code` is `REQUEST_INVALID`, and nothing was sent, or `RESPONSE_INVALID`. */
export class InvalidBodyError extends LadingClientError {
  readonly operation: string;
  readonly issues: readonly ValidationIssue[];

  constructor(code: 'REQUEST_INVALID' | 'RESPONSE_INVALID', operation: string, issues: readonly ValidationIssue[]) {
    const what = code === 'REQUEST_INVALID' ? 'request' : 'response';
    const shown = issues.slice(0, 3).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    super(code, `The ${what} of ${operation} is invalid: ${shown.join('; ')}`);
    this.operation = operation;
    this.issues = issues;
  }
}

/**
 * Checks the JSON bodies of requests before they are sent, and those of successful responses before they are decoded. Other media types,
 * streams and operations without a validator pass. A checked response is read as a whole.
 *
 * @param operations the validators by the identifiers of operations, such as `operations` of `@lading/emit-validators`
 */
export function validateBodies(operations: Readonly<Record<string, OperationValidators>>): Middleware {
  return async (request, next, { id }) => {
    const { request: ofRequest, response: ofResponse } = (Object.hasOwn(operations, id) && operations[id]) || {};
    if (ofRequest && typeof request.body === 'string' && isJson(request.headers))
      await check('REQUEST_INVALID', id, ofRequest, request.body);
    const response = await next(request);
    if (!ofResponse || !response.ok || !isJson(response.headers)) return response;
    const call = { operation: id, method: request.method, url: request.url.replace(/[?#][^]*/, '') };
    const text = await wholeText(response, call).catch((cause: unknown) => {
      throw transferError(cause, call, request.signal);
    });
    await check('RESPONSE_INVALID', id, ofResponse, text);
    const { status, statusText, headers } = response;
    return new Response(text === '' ? null : text, { status, statusText, headers });
  };
}

async function check(
  code: 'REQUEST_INVALID' | 'RESPONSE_INVALID',
  operation: string,
  validator: StandardValidator,
  text: string,
): Promise<void> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // What is not JSON is the error of the decoder.
    return;
  }
  const { issues = [] } = await validator['~standard'].validate(value);
  if (issues.length > 0) throw new InvalidBodyError(code, operation, issues.map(issueOf));
}

function issueOf({ message, path = [] }: ValidatorIssue): ValidationIssue {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part));
  return { path: keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''), message };
}

function isJson(headers: Headers): boolean {
  return /^application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i.test(headers.get('content-type') ?? '');
}
