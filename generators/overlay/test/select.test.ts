/** Targets of overlays select the nodes that RFC 9535 says: its compliance tests, except those of invalid paths, which are the parser's. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { at, type Json } from '../../document/index.js';
import { LadingError } from '../../diagnostics/index.js';
import { Budget } from '../path/budget.js';
import { select } from '../path/select.js';

interface ComplianceTest {
  readonly name: string;
  readonly selector: string;
  readonly document?: Json;
  readonly result?: readonly Json[];
  readonly results?: readonly (readonly Json[])[];
  readonly invalid_selector?: boolean;
}

const library = dirname(createRequire(import.meta.url).resolve('jsonpath-rfc9535/package.json'));
const suite = join(library, 'src/__tests__/jsonpath-compliance-test-suite/cts.json');
const { tests } = JSON.parse(readFileSync(suite, 'utf8')) as { readonly tests: readonly ComplianceTest[] };

it('passes the compliance tests', () => {
  const failed = tests
    .filter((test) => test.invalid_selector !== true)
    .filter((test) => !passes(test))
    .map(({ name }) => name);
  expect(tests.length).toBeGreaterThan(600);
  expect(failed).toEqual([]);
});

function passes({ selector, document = null, result, results }: ComplianceTest): boolean {
  let selected: readonly Json[] | undefined;
  try {
    const locations = select(document, selector, 'o.yaml', new Budget());
    selected = locations.map((location) => at(document, location.map(String)) as Json);
  } catch (error) {
    if (!(error instanceof LadingError)) throw error;
  }
  // An overlay applies to each node once, and a repeated node is not distinct from another of the same value.
  const wanted = results ?? (result === undefined ? [] : [result]);
  return wanted.some((values) => sorted(values) === sorted(selected ?? []));
}

function sorted(values: readonly Json[]): string {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort().join();
}
