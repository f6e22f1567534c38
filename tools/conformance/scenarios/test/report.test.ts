/** The end of a report: what failed, once more, and the numbers. */
import { expect, it } from 'vitest';
import { summaryOf, type ScenarioResult } from '../src/main.js';

it('ends with the failures and the numbers of outcomes', () => {
  const failure = { step: 'the first step', request: 'GET /a', mismatches: [] };
  const results: ScenarioResult[] = [
    { scenario: 'a/b', title: 'It is there', version: '1.41', outcome: 'failed', failure },
    { scenario: 'a/c', title: 'It stays', version: '1.41', outcome: 'passed' },
    { scenario: 'a/d', title: 'It goes', version: '1.41', outcome: 'unexpected pass', reason: 'It is late.' },
  ];
  expect(summaryOf(results)).toBe(`
✗ 1.41 a/b: It is there
    when the first step (GET /a)
! 1.41 a/d: It goes
    passed, but is listed as a known failure: It is late.
1 passed, 1 failed, 1 unexpected pass
`);
});
