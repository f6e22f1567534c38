/** Checks an answer against the contract, in development. */
import type { OperationContract, ResponseContract } from '@lading/runtime-wire';
import { Problems, readerOf } from '../schema/index.js';
import { responseRules } from './response-rules.js';

/** What happens to a response that breaks the contract. */
export type ResponseChecks = 'fail' | 'warn' | 'off';

/** A handler answered with what the contract does not allow. */
class ResponseError extends Error {
  override get name(): string {
    return 'ResponseError';
  }
}

/**
 * @param query what was asked for in the query
 * @throws AnswerError naming all that is wrong
 */
export function checkResponse(
  operation: OperationContract,
  { schema }: ResponseContract,
  value: unknown,
  query: unknown,
): void {
  if (schema === undefined) return;
  const problems = new Problems();
  readerOf(schema, 'response')(value, problems);
  for (const check of responseRules(operation)) check(value, query, problems);
  if (problems.count > 0)
    throw new ResponseError(`the answer of ${operation.id} breaks the contract: ${problems.toString()}`);
}

interface Checking {
  readonly checks: ResponseChecks;
  readonly report: (error: Error) => void;
}

/**
 * Runs a check, whose error makes the response fail, or is only reported.
 * @throws what the check throws, where it is to fail
 */
export function runCheck({ checks, report }: Checking, check: () => void): void {
  if (checks === 'off') return;
  try {
    check();
  } catch (error) {
    if (checks === 'fail') throw error;
    report(error as Error);
  }
}
