/** Tells, after all tests, which operations were answered with a success, and fails when one is missing without a reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

/** What one file of tests called with one client. */
export interface Answered {
  readonly api: string;
  readonly documented: readonly string[];
  readonly succeeded: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    answered?: Answered;
  }
}

interface Uncalled {
  readonly api: string;
  readonly operation: string;
  readonly reason: string;
}

const list = join(import.meta.dirname, 'uncalled.json');

export default class CallCoverage implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    errors: readonly SerializedError[],
    reason: TestRunEndReason,
  ): Promise<void> {
    const reported = modules.flatMap((module) =>
      [...module.children.allTests()].flatMap((test) => test.meta().answered ?? []),
    );
    const whole = reason === 'passed' && errors.length === 0 && (await this.#ranWhole(modules));
    // A part of the tests calls a part of the operations.
    if (!whole) return;
    const { lines, faults } = coverage(reported, JSON.parse(readFileSync(list, 'utf8')) as readonly Uncalled[]);
    for (const line of lines) console.log(line);
    for (const fault of faults) console.error(`FAILED: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }

  async #ranWhole(modules: readonly TestModule[]): Promise<boolean> {
    if (this.#vitest?.config.testNamePattern !== undefined) return false;
    return (await this.#vitest?.globTestSpecifications())?.length === modules.length;
  }
}

/** A line for each client, and what is wrong about the list of the operations that are not called. */
export function coverage(
  reported: readonly Answered[],
  uncalled: readonly Uncalled[],
): { readonly lines: readonly string[]; readonly faults: readonly string[] } {
  const lines: string[] = [];
  const faults: string[] = [];
  for (const api of new Set(reported.map((each) => each.api))) {
    const own = reported.filter((each) => each.api === api);
    const documented = own[0]?.documented ?? [];
    const succeeded = new Set(own.flatMap((each) => each.succeeded));
    const missing = documented.filter((operation) => !succeeded.has(operation));
    const excused = uncalled.filter((each) => each.api === api);
    lines.push(`Client ${api}: ${succeeded.size} of ${documented.length} calls were answered`);
    for (const operation of missing) {
      const reason = excused.find((each) => each.operation === operation)?.reason;
      lines.push(`  not ${operation}: ${reason ?? 'no reason is known'}`);
      if (reason === undefined) faults.push(`client ${api}: ${operation} is not called, and ${list} does not say why`);
    }
    for (const { operation } of excused) {
      if (!missing.includes(operation)) faults.push(`client ${api}: ${operation} is called; take it off ${list}`);
    }
  }
  return { lines, faults };
}
