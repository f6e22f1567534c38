/** Compares what generated servers reject with what ajv rejects, for random schemas and values at every place of a request. */
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResult } from '@lading/run/result';
import { validationMarkdown } from './report/validation-markdown.mjs';
import { compareValidation } from './validation/run.mjs';

const usage = `Usage: node tools/any-api/validation.mjs [options]

Draws schemas with every keyword of JSON Schema 2020-12, beside and inside of each other, at every place of a request, and values
for each; generates a server and a client; and compares what the server rejects with what ajv rejects. Prints the first differences.
The exit code is 1 if there are some, or if generate refuses or warns of more than 2 % of the schemas.

  --pairs N   the number of pairs of a schema and a value (default 5000)
  --seed N    draw those of an earlier run
  --write     write the result into validation/README.md
  -h, --help  print this text
`;
const { values: options } = parseArgs({
  options: {
    pairs: { type: 'string', default: '5000' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}
const [seed, wanted] = [Number(options.seed), Number(options.pairs)];
const total = { cells: 0, pairs: 0, rejected: 0, refused: 0, unjudged: 0, differences: 0 };
/** @type {Record<string, number>} */
const reasons = {};
for (let run = 0; total.pairs < wanted; run += 1) {
  const { cells, pairs, rejected, refused, unjudged, differences, schemas } = await compareValidation({
    seed: seed + run,
    cells: 400,
    values: 12,
  });
  total.cells += cells;
  total.pairs += pairs;
  total.rejected += rejected;
  total.refused += refused.length;
  total.unjudged += unjudged;
  total.differences += differences.length;
  for (const { reason } of refused) {
    const kind = reason
      .replaceAll(/"[^"]*"/g, '…')
      .replaceAll(/types \w+ and \w+/g, 'types …')
      .replaceAll(/ \(\d+ times\)/g, '');
    reasons[kind] = (reasons[kind] ?? 0) + 1;
  }
  for (const { cell, value, expected, status, message } of differences.slice(0, 3)) {
    process.stdout.write(`${cell.place} ${JSON.stringify(cell.schema)}\n  with ${JSON.stringify(schemas)}\n`);
    process.stdout.write(
      `  ${JSON.stringify(value)} is ${expected ? 'valid' : 'invalid'}, the server: ${status} ${message}\n`,
    );
  }
  process.stderr.write(`${total.pairs} pairs, ${total.differences} differences\n`);
}
const result = { date: new Date().toISOString().slice(0, 10), seed, ...total, reasons };
const report = validationMarkdown(result);
process.stdout.write(`${report}\n`);
const readme = join(import.meta.dirname, 'validation', 'README.md');
if (options.write) writeResult(readme, 'result', report);
process.exitCode = total.differences > 0 || total.refused > 0.02 * total.cells ? 1 : 0;
