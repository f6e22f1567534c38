// Compacts large recordings to those of this folder: compact.js --document FILE… --out FOLDER RECORDING…

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { readDocument } from '../check/document.js';
import { matcher } from '../check/match.js';
import { readRecording } from '../check/read-recording.js';
import type { Exchange, Json } from '../recorder/exchange.js';
import { anonymizer } from './anonymous.js';
import { trim } from './facts.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { document: { type: 'string', multiple: true, default: [] }, out: { type: 'string', default: 'recordings' } },
});
if (positionals.length === 0 || values.document.length === 0) {
  throw new Error('compact.js: needs --document and recordings; give the bundled document of every version and .jsonl files');
}

const matchers = new Map(values.document.map((file) => [file, readDocument(file)] as const).map(([, document]) => [document.version, matcher(document)]));
const anonymous = anonymizer();
const seen = new Set<string>();
const exchangesByFile = new Map<string, Exchange[]>();

for (const exchange of positionals.flatMap(readRecording)) {
  const operation = matchers.get(exchange.version)?.(exchange);
  if (!operation) continue;
  const clean = anonymous(exchange);
  // Facts are separate for each engine, because engines are compared.
  const place = `${exchange.engine} ${exchange.version} ${operation.id} ${exchange.response.status}`;
  const request = part(`${place} >`, clean.request.body);
  const response = part(`${place} <`, clean.response.body ?? clean.response.items);
  const first = !seen.has(place);
  seen.add(place);
  if (!first && !request.news && !response.news) continue;
  const name = `${exchange.engine}-v${exchange.version}`;
  exchangesByFile.set(name, [...(exchangesByFile.get(name) ?? []), assemble(clean, request.value, response.value)]);
}

mkdirSync(values.out, { recursive: true });
let bytes = 0;
for (const [name, exchanges] of exchangesByFile) {
  const file = join(values.out, `${name}.jsonl.gz`);
  const packed = gzipSync(exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`).join(''), { level: 9 });
  writeFileSync(file, packed);
  bytes += packed.length;
  console.log(`${file}: ${exchanges.length} exchanges`);
}
console.log(`${Math.round(bytes / 1024)} KiB`);

function part(at: string, value: Json | readonly Json[] | undefined): { readonly value: Json | undefined; readonly news: boolean } {
  return value === undefined ? { value: undefined, news: false } : trim(seen, at, value);
}

/** The exchange with its trimmed bodies, in the same properties as before. */
function assemble(exchange: Exchange, request: Json | undefined, response: Json | undefined): Exchange {
  return {
    ...exchange,
    request: { ...exchange.request, ...(request === undefined ? {} : { body: request }) },
    response: {
      ...exchange.response,
      ...(response === undefined ? {} : exchange.response.items ? { items: response as readonly Json[] } : { body: response }),
    },
  };
}
