// The runner of vitest while faults are measured: after a test has passed, it runs again with each fault that it reaches and that no
// test has noticed. The process stays the same, so that a fault costs no more than its tests.
import { appendFileSync, readFileSync } from 'node:fs';
import { getFn, getHooks } from '@vitest/runner';
import { TestRunner } from 'vitest';

const { wanted, log } = JSON.parse(readFileSync(process.env.LADING_MUTATION_RUN ?? '', 'utf8'));
const state = (globalThis.__stryker__ ??= {});
const write = (line) => appendFileSync(log, `${JSON.stringify(line)}\n`);

/** The faults that no test has noticed yet, and those of them that a test has reached. */
const open = new Set(wanted);
const reached = new Set();

export default class WarmRunner extends TestRunner {
  async onBeforeRunTask(test) {
    state.currentTestId = test.id;
    state.hitCount = undefined;
    return super.onBeforeRunTask(test);
  }

  async runTask(test) {
    await getFn(test)();
    const hits = state.mutantCoverage?.perTest[test.id] ?? {};
    state.currentTestId = undefined;
    const ids = Object.keys(hits).filter((id) => open.has(id));
    if (ids.length === 0) return;
    const suites = suitesOf(test);
    await runHooks(suites.toReversed(), 'afterEach', test);
    for (const id of ids) {
      reached.add(id);
      write({ trial: id, test: test.name });
      if (await passes(test, id, 100 * hits[id])) continue;
      // A failure counts if the test passes again without the fault.
      if (!(await passes(test)) && !(await passes(test))) {
        write({ unstable: test.name, id });
        break;
      }
      open.delete(id);
      write({ noticed: id });
    }
    // The hooks after the test find what they expect.
    await runHooks(suites, 'beforeEach', test);
  }

  onAfterRunFiles(files) {
    write({ file: files[0]?.name, reached: [...reached] });
    const statics = Object.keys(state.mutantCoverage?.static ?? {}).filter((id) => open.has(id));
    write({ statics });
    return super.onAfterRunFiles(files);
  }
}

/** Runs a test with its hooks, with a fault or without one. */
async function passes(test, mutant, hitLimit) {
  const suites = suitesOf(test);
  Object.assign(state, { activeMutant: mutant, hitCount: mutant === undefined ? undefined : 0, hitLimit });
  let isPassed = true;
  const fails = () => {
    isPassed = false;
  };
  await runHooks(suites, 'beforeEach', test)
    .then(() => getFn(test)())
    .catch(fails);
  await runHooks(suites.toReversed(), 'afterEach', test).catch(fails);
  Object.assign(state, { activeMutant: undefined, hitCount: undefined });
  return isPassed;
}

async function runHooks(suites, name, test) {
  for (const suite of suites) for (const hook of getHooks(suite)[name]) await hook(test.context, suite);
}

/** Returns the suites around a test, the file first. */
function suitesOf(test) {
  const suites = [];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) suites.unshift(suite);
  return suites.includes(test.file) ? suites : [test.file, ...suites];
}
