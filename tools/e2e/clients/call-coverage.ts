/** Reports after all tests which operations succeeded, and fails if one is missing without a reason. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, SerializedError, TestModule, TestRunEndReason, Vitest } from 'vitest/node';

/** The operations that one test file called with one client. */
interface ClientCalls {
  readonly api: string;
  readonly documented: readonly string[];
  readonly succeeded: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    clientCalls?: ClientCalls;
  }
}

interface UncalledOperation {
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
    const all = await this.#vitest?.globTestSpecifications();
    // A partial run calls only some of the operations.
    if (this.#vitest?.config.testNamePattern !== undefined || all?.length !== modules.length) return;
    if (reason !== 'passed' || errors.length > 0) return;
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const reported = tests.flatMap((test) => test.meta().clientCalls ?? []);
    const uncalled = JSON.parse(readFileSync(list, 'utf8')) as readonly UncalledOperation[];
    const { lines, faults } = coverage(reported, uncalled);
    for (const line of lines) console.log(line);
    for (const fault of faults) console.error(`FAILED: ${fault}`);
    if (faults.length > 0) process.exitCode = 1;
  }
}

/** Summarizes the calls of each client, and finds errors in the list of uncalled operations. */
export function coverage(
  reported: readonly ClientCalls[],
  uncalled: readonly UncalledOperation[],
): { readonly lines: readonly string[]; readonly faults: readonly string[] } {
  const lines: string[] = [];
  const faults: string[] = [];
  for (const api of new Set(reported.map((each) => each.api))) {
    const own = reported.filter((each) => each.api === api);
    const documented = own[0]?.documented ?? [];
    const succeeded = new Set(own.flatMap((each) => each.succeeded));
    const missing = documented.filter((operation) => !succeeded.has(operation));
    const excused = uncalled.filter((each) => each.api === api);
    lines.push(`Client ${api}: ${succeeded.size} of ${documented.length} operations succeeded`);
    for (const operation of missing) {
      const reason = excused.find((each) => each.operation === operation)?.reason;
      lines.push(`  not ${operation}: ${reason ?? 'no reason is given'}`);
      if (reason === undefined) faults.push(`client ${api}: ${operation} is not called, and ${list} gives no reason`);
    }
    for (const { operation } of excused) {
      if (!missing.includes(operation)) faults.push(`client ${api}: ${operation} is called; remove it from ${list}`);
    }
  }
  return { lines, faults };
}
