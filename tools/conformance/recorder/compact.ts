// Compacts large recordings to the exchanges that show something new: compact.js --out FOLDER RECORDING…

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, isObject, matcher } from '../check/document.js';
import { readRecording, writeLines, type Exchange, type Json } from './exchange.js';
import { anonymizer } from './redact.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string', default: 'recordings' } },
});
if (positionals.length === 0) throw new Error('compact.js: needs recordings, .jsonl or .jsonl.gz files');

/** Properties whose values are enums, so that every value is a fact. */
const enumProperties = new RegExp(
  `/(${[
    ...['State', 'Status', 'Type', 'Driver', 'Scope', 'Mode', 'Condition', 'Order', 'FailureAction', 'Availability'],
    ...['Role', 'Reachability', 'DesiredState', 'Action', 'Kind', 'Propagation', 'Protocol', 'PublishMode'],
    ...['LocalNodeState', 'CgroupDriver', 'Isolation', 'status', 'scope'],
  ].join('|')})$`,
);

const recorded = positionals.flatMap(readRecording);
const anonymous = anonymizer();
const seen = new Set<string>();
const byFile = new Map<string, Exchange[]>();
for (const version of new Set(recorded.map((exchange) => exchange.version))) {
  const match = matcher(await bundle(version));
  for (const exchange of recorded.filter((one) => one.version === version).map(anonymous)) {
    const { engine, request, response } = exchange;
    const operation = match(exchange);
    if (!operation) continue;
    // Facts are separate for each engine, because engines are compared.
    const place = `${engine} ${version} ${operation.id} ${response.status}`;
    const facts = [
      place,
      ...factsOf(`${place} >`, request.body),
      ...factsOf(`${place} <`, response.body ?? response.items),
    ];
    if (facts.every((fact) => seen.has(fact))) continue;
    for (const fact of facts) seen.add(fact);
    const name = `${engine}-v${version}`;
    byFile.set(name, [...(byFile.get(name) ?? []), exchange]);
  }
}
mkdirSync(values.out, { recursive: true });
for (const [name, exchanges] of byFile) {
  const bytes = writeLines(join(values.out, `${name}.jsonl.gz`), exchanges);
  console.log(`${name}: ${exchanges.length} exchanges, ${Math.round(bytes / 1024)} KiB`);
}

/** What a body shows: types, property names, and the values of properties that are enums. */
function* factsOf(at: string, value: Json | undefined): Generator<string> {
  if (Array.isArray(value)) {
    yield `${at}: ${value.length === 0 ? 'empty' : 'list'}`;
    for (const item of value as readonly Json[]) yield* factsOf(`${at}/[]`, item);
  } else if (isObject(value)) {
    // The set of present properties is a fact: it shows which are always present.
    yield `${at}: ${Object.keys(value).map(plainName).sort().join()}`;
    for (const [key, member] of Object.entries(value)) yield* factsOf(`${at}/${plainName(key)}`, member as Json);
  } else if (value !== undefined) {
    const isFact = typeof value === 'string' && (value === '' || enumProperties.test(at));
    yield `${at}: ${isFact ? JSON.stringify(value).slice(0, 30) : value === null ? 'null' : typeof value}`;
  }
}

/** The name of a property, or `*` for the key of a map. */
function plainName(key: string): string {
  return /^ ?[A-Za-z][A-Za-z0-9_]{0,40}$/.test(key) ? key : '*';
}
