/** The report of calls: what is missing needs a reason, and a reason needs something that is missing. */
import { expect, test } from 'vitest';
import { coverage } from '../call-coverage.js';

const file = (succeeded: readonly string[]) => ({ api: '1.44', documented: ['Ping', 'Push', 'Pull'], succeeded });
const reason = { api: '1.44', operation: 'Pull', reason: 'there is no registry' };

test('files add up, and all calls are a line', () => {
  expect(coverage([file(['Ping']), file(['Push', 'Pull'])], [])).toEqual({
    lines: ['Client 1.44: 3 of 3 calls were answered'],
    faults: [],
  });
});

test('a missing call is told with its reason', () => {
  expect(coverage([file(['Ping', 'Push'])], [reason])).toEqual({
    lines: ['Client 1.44: 2 of 3 calls were answered', '  not Pull: there is no registry'],
    faults: [],
  });
});

test('a missing call without a reason, and a reason for a call that is made, are faults', () => {
  const { faults } = coverage([file(['Ping', 'Pull'])], [reason]);
  expect(faults).toHaveLength(2);
  expect(faults[0]).toMatch(/^client 1\.44: Push is not called/);
  expect(faults[1]).toMatch(/^client 1\.44: Pull is called; take it off/);
});
