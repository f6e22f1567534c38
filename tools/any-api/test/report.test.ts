/** The report counts valid documents apart, and lists each failure with its first error. */
import { expect, test } from 'vitest';
import { optionsOf } from '@lading/run/commands';
import sample from '../commands/sample.mjs';
import { meanMirrored, reportMarkdown } from '../report.mjs';

const mirror = { operations: 0, mirrored: 0, failures: [] };
const report = reportMarkdown({
  seed: 7,
  documents: [
    { id: 'good.json', mirror, failures: {}, reached: ['valid', 'generated', 'compiled', 'starts', 'documented'] },
    {
      id: 'bad.json',
      mirror,
      failures: { valid: 'no paths', generated: 'DOCUMENT_STRUCTURE' },
      reached: [],
    },
    {
      id: 'lost.json',
      failures: { starts: 'TypeError', documented: 'not reachable: limit' },
      reached: ['valid', 'generated', 'compiled'],
      mirror: {
        operations: 8,
        mirrored: 6,
        failures: [
          { operation: 'GET /a', reason: 'query arrives differently', detail: 'sent `1`,\nreceived 2' },
          { operation: 'GET /b', reason: 'query arrives differently', detail: '' },
        ],
      },
      mocks: {
        operations: 8,
        mirrored: 7,
        failures: [{ operation: 'GET /c', reason: 'ajv rejects the response', detail: 'is no number' }],
      },
    },
  ],
  pairs: [],
});

test.each([
  'Valid documents generated +\\| 2 of 2 \\| 100.0',
  'Servers that start, of valid ones +\\| 1 of 2 \\| +50.0',
  'References whose links reach everything +\\| +1 of 2 \\| +50.0',
  '`lost.json`: the reference lacks something: not reachable: limit',
  '`bad.json`: not generated: DOCUMENT_STRUCTURE',
  '`lost.json`: the server does not start: TypeError',
  'Operations whose calls arrive and return equal +\\| +6 of 8 \\| +75.0',
  "- query arrives differently: 2\n  - `lost.json` GET /a: `sent '1', received 2`\n  - `lost.json` GET /b",
  'Operations whose mocks answer their client and tool, with what ajv and validators accept +\\| +7 of 8 \\| +87.5',
  '- ajv rejects the response: 1\n  - `mocks of lost.json` GET /c: `is no number`',
])('%s', (line) => {
  expect(report).toMatch(new RegExp(line));
});

test('no document decides the mean percentage of mirrored operations, whatever its size', () => {
  const document = (mirrored: number, operations: number, reached = ['generated']) => ({
    reached,
    mirror: { operations, mirrored, failures: [] },
  });
  const small = Array.from({ length: 9 }, () => document(2, 2));
  expect(meanMirrored([...small, document(0, 1000)])).toBe(90);
  expect(meanMirrored([...small, document(0, 1000, ['valid']), document(0, 0)])).toBe(100);
  expect(meanMirrored([document(1, 2), document(1, 4)])).toBe(37.5);
});

test.each([['--sample', 'many'], ['--seed', '-1'], ['--concurrency', '0'], ['--operations', '0'], ['--unknown']])(
  'refuses %s %s',
  (...args) => {
    expect(() => optionsOf(sample.options ?? {}, args)).toThrow(args[0]);
  },
);

test('options have defaults', () => {
  const values = optionsOf(sample.options ?? {}, ['--sample', '40', '--only', 'a']);
  expect(values).toMatchObject({ sample: 40, only: 'a', concurrency: 1, pairs: undefined });
});
