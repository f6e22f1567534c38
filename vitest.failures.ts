// A reporter that writes failed tests into the folder LADING_FAILURES, so that a long run can name them once more at its end.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule, TestRunEndReason, SerializedError } from 'vitest/node';

export class Failures implements Reporter {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[], reason: TestRunEndReason): void {
    if (reason !== 'failed') return;
    const failures = [
      ...modules.flatMap(failuresOf),
      ...unhandled.map(({ message }) => `outside of tests: ${message}`),
    ];
    writeFileSync(join(this.#folder, `${randomUUID()}.txt`), failures.map((failure) => `${failure}\n`).join(''));
  }
}

/** The failed tests of a file, each with its messages, and errors outside of its tests, in hooks among others. */
function failuresOf(module: TestModule): string[] {
  const outside = module.errors().map(({ message }) => `${module.moduleId}: ${message}`);
  const hooks = [...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => `${module.moduleId}: ${suite.fullName}: ${message}`),
  );
  const tests = [...module.children.allTests('failed')].map(
    (test) =>
      `${module.moduleId}: ${test.fullName}\n${(test.result().errors ?? []).map(({ message }) => message).join('\n')}`,
  );
  return [...outside, ...hooks, ...tests];
}
