// Tests how the output of a script is split, masked and compared.

import { expect, test } from 'vitest';
import { clientTable } from './client-table.js';
import { stepDifferences, stepsOf } from './script-output.js';

const output = `ignored
# up
Creating b_1 ... done
Creating a_1 ... done
# exit status 0
# ps
0123456789abcdef Up 3 seconds
# exit status 1
`;

test('a step has its output and its exit status, without what varies', () => {
  expect(stepsOf(output, [])).toEqual([
    { name: 'up', output: '# exit status 0\nCreating a_1 ... done\nCreating b_1 ... done' },
    { name: 'ps', output: '# exit status 1\n<id> Up <duration>' },
  ]);
});

test('files and processes have other names in each run', () => {
  const [step] = stepsOf('# top\nroot 10315 10293 0 08:46 ? sleep\nno /tmp/tmpq97e8t3o\n', []);
  expect(step?.output).toBe('no <file>\nroot <process> ? sleep');
  expect(stepsOf('# build\nSending build context to Docker daemon 684B\n', [])[0]?.output).toMatch(/daemon <size>$/);
});

test('a step differs if its output, its status or its place does', () => {
  const steps = stepsOf(output, []);
  expect(stepDifferences(steps, steps)).toEqual([]);
  expect(stepDifferences(steps, stepsOf(output.replace('status 1', 'status 2'), []))).toMatchObject([{ step: 'ps' }]);
  expect(stepDifferences(steps, steps.slice(0, 1))).toMatchObject([{ step: 'ps', bridged: 'absent' }]);
});

test('the table has every result and every difference', () => {
  const differences = [{ step: 'ps', direct: 'a b', bridged: 'a c' }];
  const table = clientTable([{ date: '2026-01-01', client: 'one', version: '1.24', steps: 4, differences }]);
  expect(table).toContain('| one | 1.24 | 2026-01-01 | 4 | 1 |');
  expect(table).toContain('3 of 4 steps are equal.');
  expect(table).toContain('- one at 1.24, `ps`: `a b` → `a c`');
});
