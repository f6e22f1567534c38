/** Checks an answer against the contract, in development. */
import type { Answer } from '../contract/index.js';
import type { AnswerChecks } from '../server/options.js';
import { Problems, readerOf } from '../shape/index.js';

/** A handler answered with what the contract does not allow. */
export class AnswerError extends Error {
  override get name(): string {
    return 'AnswerError';
  }
}

/** @throws AnswerError naming all that is wrong */
export function checkAnswer(operation: string, { shape }: Answer, value: unknown): void {
  if (shape === undefined) return;
  const problems = new Problems();
  readerOf(shape, 'answer')(value, problems);
  if (problems.count > 0)
    throw new AnswerError(`the answer of ${operation} breaks the contract: ${problems.toString()}`);
}

interface Checking {
  readonly checks: AnswerChecks;
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
