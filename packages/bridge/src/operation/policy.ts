/** Decides which requests reach the engine, by the rules of the operator. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { RequestMessage } from '@lading/runtime-conversion';
import { HttpError } from '../message/http-error.js';
import { withExactNames, type Schema } from './exact-names.js';

/** The allowed operations, by their IDs; all others are refused. */
export interface PolicyRules {
  readonly allow: Readonly<Record<string, true | OperationRules>>;
}

/** What the values of an operation must be, in the engine's version, as JSON Schemas of 2020-12. */
export interface OperationRules {
  /** For the object of all query parameters: texts, arrays of texts, or the objects of filters. */
  readonly query?: Schema;
  /** For the JSON body, or the empty object if there is none. */
  readonly body?: Schema;
}

interface Checks {
  readonly query: ValidateFunction | undefined;
  readonly body: ValidateFunction | undefined;
}

export class Policy {
  readonly #allowed: ReadonlyMap<string, Checks | undefined>;

  /** @throws Error for rules in another form */
  constructor(rules: PolicyRules) {
    if (!isObject(rules) || !isObject(rules.allow)) throw invalid('it has no object "allow"');
    const ajv = new Ajv2020({ strictTypes: false });
    this.#allowed = new Map(
      Object.entries(rules.allow).map(([operation, value]) => [operation, checksOf(ajv, operation, value)]),
    );
  }

  /** @throws HttpError 403 for an operation that is not allowed, or not known */
  assertAllowed(operation: string | undefined): void {
    if (operation === undefined || !this.#allowed.has(operation)) {
      throw new HttpError(403, `the policy does not allow ${operation ?? 'unknown operations'}`);
    }
  }

  /** Whether the values of an operation are checked; then the engine gets what was checked, encoded again. */
  hasRules(operation: string | undefined): boolean {
    return operation !== undefined && this.#allowed.get(operation) !== undefined;
  }

  /**
   * @param request in the version of the engine
   * @throws HttpError 403 for a request that is not allowed
   */
  check({ operation, query, body = {} }: RequestMessage): void {
    this.assertAllowed(operation);
    const checks = this.#allowed.get(operation);
    if (checks === undefined) return;
    assertValid(operation, 'query', checks.query, query);
    // The engine would read bytes that nobody has checked.
    if (body instanceof Object && 'pipe' in body) throw new HttpError(403, `the policy needs ${operation} in JSON`);
    assertValid(operation, 'body', checks.body, body);
  }
}

function checksOf(ajv: Ajv2020, operation: string, rules: true | OperationRules): Checks | undefined {
  if (rules === true) return undefined;
  if (!isObject(rules)) throw invalid(`"allow" has neither true nor an object for ${operation}`);
  const other = Object.keys(rules).find((name) => name !== 'query' && name !== 'body');
  if (other !== undefined) throw invalid(`${operation} has "${other}": only "query" and "body" are checked`);
  const compiled = (schema: Schema | undefined, place: string) => {
    if (schema === undefined) return undefined;
    try {
      return ajv.compile(withExactNames(schema));
    } catch (error) {
      throw invalid(`the schema of the ${place} of ${operation} is invalid: ${(error as Error).message}`);
    }
  };
  return { query: compiled(rules.query, 'query'), body: compiled(rules.body, 'body') };
}

function assertValid(operation: string, place: string, validate: ValidateFunction | undefined, value: unknown): void {
  if (validate === undefined || validate(value)) return;
  const { instancePath = '', message = 'is invalid' } = validate.errors?.[0] ?? {};
  throw new HttpError(403, `the policy does not allow this ${operation}: ${place}${instancePath} ${message}`);
}

function invalid(reason: string): Error {
  return new Error(`the policy is invalid: ${reason}`);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
