/** The command line of the tool. */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export const usage = `Usage: node tools/any-api/any-api.mjs [options]

Generates, compiles and starts packages for a sample of published documents of other APIs, calls each operation of their
servers with their clients, and derives overlays between versions of them. Prints each failure with its first error, and a table.
The exit code is 1 if more valid documents or pairs fail than allowed, or a smaller part of the operations is mirrored than demanded.

  --sample N       the number of documents (default 30)
  --pairs N        the number of pairs of versions (default a quarter of the documents)
  --seed N         draw the sample of an earlier run; each run prints its seed
  --only TEXT      documents and pairs with TEXT in their path, instead of a random sample
  --concurrency N  how many to check at the same time (default 1)
  --allow N        the number of failures that do not fail the run (default 0)
  --operations N   call at most N operations of each document, drawn by the seed (default all)
  --minutes N      begin no further check after N minutes; what was checked until then is reported. 0 only reports --results
  --mirrored P     the least mean percentage of mirrored operations of the generated documents (default 0)
  --results FILE   store each result as a line of FILE. What FILE has already is reported, and not checked again
  --again          with --results: check again what failed or was not mirrored whole
  --json           print the result as JSON
  --write          write the table into the README of the tool
  -h, --help       print this text

Examples:
  node tools/any-api/any-api.mjs --sample 400 --pairs 100 --concurrency 2 --write
  node tools/any-api/any-api.mjs --sample 400 --pairs 100 --seed 7 --results /tmp/results.jsonl --minutes 20
  node tools/any-api/any-api.mjs --only 3.1/json/webhooks.json
  node tools/any-api/any-api.mjs --seed 887776691 --json > result.json
`;

/** @param {readonly string[]} args @throws {TypeError | RangeError} for an unknown option or a value that is no number */
export function optionsOf(args) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sample: { type: 'string', default: '30' },
      pairs: { type: 'string' },
      seed: { type: 'string', default: String(randomInt(2 ** 31)) },
      only: { type: 'string' },
      concurrency: { type: 'string', default: '1' },
      allow: { type: 'string', default: '0' },
      operations: { type: 'string' },
      minutes: { type: 'string' },
      mirrored: { type: 'string', default: '0' },
      results: { type: 'string' },
      again: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const documents = whole('sample', values.sample, 0);
  const seed = whole('seed', values.seed, 0);
  return {
    documents,
    pairs: values.pairs === undefined ? Math.floor(documents / 4) : whole('pairs', values.pairs, 0),
    seed,
    only: values.only,
    concurrency: whole('concurrency', values.concurrency, 1),
    allowed: whole('allow', values.allow, 0),
    mirror: {
      seed,
      operations: values.operations === undefined ? undefined : whole('operations', values.operations, 1),
    },
    minutes: values.minutes === undefined ? Infinity : whole('minutes', values.minutes, 0),
    mirrored: percentage('mirrored', values.mirrored),
    results: values.results,
    again: values.again,
    json: values.json,
    write: values.write,
    help: values.help,
  };
}

/** @param {string} option @param {string} text @param {number} least */
function whole(option, text, least) {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= least) return value;
  throw new RangeError(`--${option} needs a whole number of at least ${least}, not ${JSON.stringify(text)}`);
}

/** @param {string} option @param {string} text */
function percentage(option, text) {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 100) return value;
  throw new RangeError(`--${option} needs a number from 0 to 100, not ${JSON.stringify(text)}`);
}
