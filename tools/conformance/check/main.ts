// Validates recordings against a document: main.js [--observe] [--json] [--engine 26.1] --document FILE RECORDING…

import { parseArgs } from 'node:util';
import type { Exchange } from '../recorder/exchange.js';
import { check } from './check.js';
import { readDocument } from './document.js';
import { observe } from './observe.js';
import { printObserved, printReport } from './print.js';
import { readRecording } from './read-recording.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    document: { type: 'string' },
    engine: { type: 'string' },
    client: { type: 'string' },
    observe: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
if (values.document === undefined || positionals.length === 0) {
  throw new Error(
    'main.js: needs --document and at least one recording; give a bundled OpenAPI document and .jsonl or .jsonl.gz files',
  );
}

const exchanges = positionals.flatMap(readRecording).filter(wanted);
const document = readDocument(values.document);
if (values.observe) {
  const observed = observe(document, exchanges);
  console.log(values.json ? JSON.stringify(observed, plain, 1) : printObserved(observed));
} else {
  const report = check(document, exchanges);
  console.log(values.json ? JSON.stringify(report, undefined, 1) : printReport(report));
  if (report.failures.length > 0) process.exitCode = 1;
}

function wanted({ engine, client }: Exchange): boolean {
  return (
    (values.engine === undefined || engine.startsWith(values.engine)) &&
    (values.client === undefined || client === values.client)
  );
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value);
  return value instanceof Set ? [...value] : value;
}
