/** The client beside undici and dockerode alone: `node tools/bench/client/bench.mjs [--quick] [--json]`. */
import { parseArgs } from 'node:util';
import { settingsOf } from './settings.mjs';
import { measureClient } from './measure-client.mjs';
import { clientTable, misses } from './table.mjs';

const { values: options } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, json: { type: 'boolean', default: false } },
});
const rows = await measureClient(settingsOf(options.quick, (text) => process.stderr.write(`${text}\n`)));
const missed = misses(rows);
process.stdout.write(options.json ? `${JSON.stringify({ rows, missed }, null, 2)}\n` : `${clientTable(rows)}\n`);
if (!options.json && missed.length > 0) process.stdout.write(`\nMisses its bar: ${missed.join('; ')}\n`);
