/** Call coverage: an uncalled operation needs a reason, and a reason needs an uncalled operation. */
import { expect, test } from 'vitest';
import { coverage } from '../call-coverage.js';

const file = (succeeded: readonly string[]) => ({ api: '1.44', documented: ['Ping', 'Push', 'Pull'], succeeded });
const reason = { api: '1.44', operation: 'Pull', reason: 'there is no registry' };

test('test files are summed up, one line per client', () => {
  expect(coverage([file(['Ping']), file(['Push', 'Pull'])], [])).toEqual({
    lines: ['Client 1.44: 3 of 3 operations succeeded'],
    faults: [],
  });
});

test('an uncalled operation is reported with its reason', () => {
  expect(coverage([file(['Ping', 'Push'])], [reason])).toEqual({
    lines: ['Client 1.44: 2 of 3 operations succeeded', '  not Pull: there is no registry'],
    faults: [],
  });
});

test('an uncalled operation without a reason, and a reason for a called operation, are faults', () => {
  const { faults } = coverage([file(['Ping', 'Pull'])], [reason]);
  expect(faults).toHaveLength(2);
  expect(faults[0]).toMatch(/^client 1\.44: Push is not called/);
  expect(faults[1]).toMatch(/^client 1\.44: Pull is called; remove it from/);
});
