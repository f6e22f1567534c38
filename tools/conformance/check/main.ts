// Validates recordings against the document of a version: main.js --api 1.44 [--observe] [--json] [--engine 26.1] [--client cli] RECORDING…

import { parseArgs } from 'node:util';
import { readRecording } from '../recorder/exchange.js';
import { check, printReport } from './check.js';
import { bundle } from './document.js';
import { observe, printObserved } from './observe.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    api: { type: 'string' },
    engine: { type: 'string', default: '' },
    client: { type: 'string' },
    observe: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const { api, client = '' } = values;
if (api === undefined || positionals.length === 0)
  throw new Error('main.js: needs --api VERSION and at least one recording, a .jsonl or .jsonl.gz file');

const exchanges = positionals
  .flatMap(readRecording)
  .filter((one) => one.engine.startsWith(values.engine) && ['', one.client].includes(client));
const document = await bundle(api);
if (values.observe) console.log(printObserved(observe(document, exchanges)));
else {
  const report = check(document, exchanges);
  console.log(values.json ? JSON.stringify(report, undefined, 1) : printReport(report));
  if (report.failures.length > 0) process.exitCode = 1;
}
