/** Compares what generated servers and validators reject with what ajv rejects, for random schemas and values at every place of a request. */
import { randomInt } from 'node:crypto';
import { markdownTable, right } from '@lading/run/markdown-table';
import { compareValidation } from '../validation/run.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Draws schemas with every keyword of JSON Schema 2020-12, beside and inside of each other, at every place of a request, and values
for each; generates a server and a client; and compares what the server rejects with what ajv rejects. Prints the first differences.
The exit code is 1 if there are some, or if generate refuses or warns of more than 2 % of the schemas.`,
  options: {
    pairs: ['N', 'the number of pairs of a schema and a value', 5000],
    seed: ['N', 'draw those of an earlier run'],
  },
  page: new URL('../validation/README.md', import.meta.url),
  marker: 'result',
  async run({ pairs: wanted, seed = randomInt(2 ** 31) }, { progress }) {
    const total = { cells: 0, pairs: 0, rejected: 0, unjudged: 0, validated: 0, refused: 0, differences: 0 };
    for (let run = 0; total.pairs < wanted; run += 1) {
      const { schemas, ...result } = await compareValidation({ seed: seed + run, cells: 400, values: 12 });
      for (const [key, value] of Object.entries(result)) total[key] += Array.isArray(value) ? value.length : value;
      for (const { reason } of result.refused) progress(`generate: ${reason}`);
      for (const { cell, value, expected, message } of result.differences.slice(0, 3)) {
        progress(`${cell.place} ${JSON.stringify(cell.schema)}\n  with ${JSON.stringify(schemas)}`);
        progress(`  ${JSON.stringify(value)} is ${expected ? 'valid' : 'invalid'}, ${message}`);
      }
      progress(`${total.pairs} pairs, ${total.differences} differences`);
    }
    const { cells, pairs, rejected, refused, unjudged, validated, differences } = total;
    const share = (part, of) => `${part} (${((100 * part) / of).toFixed(1)} %)`;
    const table = markdownTable(
      ['', ...right('')],
      [
        ['schemas', cells],
        ['schemas that `generate` refuses or warns of', share(refused, cells)],
        ['pairs of a schema and a value', pairs],
        ['of which ajv rejects', share(rejected, pairs)],
        ['further pairs for which ajv throws an exception, not compared', unjudged],
        ['pairs of a JSON body that validators of zod or valibot judge, too', validated],
        ['pairs that the server or a validator judges otherwise', differences],
      ],
    );
    const text = `${new Date().toISOString().slice(0, 10)}, seed ${seed}.\n\n${table}`;
    return { text, failed: differences > 0 || refused > 0.02 * cells };
  },
};
