/** Sends values in every style at every place with generated clients to generated servers, and compares them with other clients. */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { missingGroup } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { usage } from '../run/entry.mjs';
import { allCells } from './encodings/cells.mjs';
import { foreignMistakes, openapiFetch, swaggerClient } from './encodings/foreign.mjs';
import { arrives, isSpecified, sendAll, textOf } from './encodings/run.mjs';

usage(`
Usage: node tools/any-api/encodings.mjs [--write]

Sends values of every type in every style at every place of a request with a generated client to a generated server, and prints what
arrives otherwise. Where the specification says how a value is written, it sends the same values with swagger-client and openapi-fetch.
The exit code is 1 if something arrives otherwise. --write writes the result into encodings/README.md.`);
const { sent, refused, receive, document } = await sendAll(allCells);
const failures = sent
  .filter((one) => !arrives(one))
  .map(
    ({ cell, value, text, received, reason }) =>
      `${cell.id} ${show(value)} as ${text} arrives as ${show(received)} ${reason}`,
  );
const ofPlace = (/** @type {string} */ place) => sent.filter(({ cell }) => cell.place === place);
const rows = [...new Set(allCells.map(({ place }) => place))].map((place) => {
  const all = ofPlace(place);
  const refusedByClient = all.filter(({ request }) => request === undefined).length;
  return `| ${place} | ${all.length} | ${refusedByClient} | ${all.filter((one) => !arrives(one)).length} |`;
});
/** @type {string[]} */
const foreignRows = [];
/** @type {string[]} */
const mistakes = [];
const missing = missingGroup('peers');
if (missing === undefined) {
  const clients = /** @type {const} */ ([
    ['swagger-client', await swaggerClient(document)],
    ['openapi-fetch', await openapiFetch()],
  ]);
  for (const [name, client] of clients) await compare(name, client);
} else process.stderr.write(`\n!!! SKIPPED: swagger-client and openapi-fetch: ${missing}\n\n`);

const report = [
  `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}; ${allCells.length} schemas, ${refused.length} of which \`generate\` refuses.`,
  [
    '| place | values | which the client refuses | which arrive otherwise |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n'),
  [
    '| other client | values that it writes | written equally | which the server reads otherwise |',
    '| --- | ---: | ---: | ---: |',
    ...foreignRows,
  ].join('\n'),
  ['What these clients write otherwise than the specification says, which is not counted:', ...mistakes].join('\n\n'),
].join('\n\n');
process.stdout.write(`${report}\n`);
for (const failure of failures) process.stdout.write(`${failure}\n`);
const readme = join(import.meta.dirname, 'encodings', 'README.md');
if (process.argv.includes('--write')) writeResult(readme, 'result', report);
process.exitCode = failures.length > 0 ? 1 : 0;

/** @param {'swagger-client' | 'openapi-fetch'} name @param {import('./encodings/foreign.mjs').ForeignClient} client */
async function compare(name, client) {
  const counts = { all: 0, equal: 0, otherwise: 0 };
  /** @type {Map<string, number>} */
  const mistaken = new Map();
  for (const one of sent) {
    const { cell, value, text } = one;
    if (one.request === undefined || !isSpecified(one)) continue;
    const mistake = foreignMistakes[name].find(({ isIn }) => isIn(cell, value));
    if (mistake !== undefined) {
      mistaken.set(mistake.reason, (mistaken.get(mistake.reason) ?? 0) + 1);
      continue;
    }
    const request = await client(cell, value);
    if (request === undefined) continue;
    counts.all += 1;
    const other = await textOf(request, cell);
    if (normal(other) === normal(text)) counts.equal += 1;
    const { received, reason } = await receive(request);
    if (isDeepStrictEqual(received, value)) continue;
    counts.otherwise += 1;
    failures.push(
      `${name}: ${cell.id} ${show(value)} as ${other}, not ${text}, arrives as ${show(received)} ${reason}`,
    );
  }
  foreignRows.push(`| ${name} | ${counts.all} | ${counts.equal} | ${counts.otherwise} |`);
  for (const [reason, count] of mistaken) mistakes.push(`- ${name}, ${count} values: ${reason}`);
}

/** Texts that differ only in characters which may be escaped or not. @param {string} text */
function normal(text) {
  return text.replaceAll('+', '%20').replaceAll(/%[0-9A-F]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[!-$'()*:@/?;~"<>\\^`{|}[\]\w.-]/.test(letter) ? letter : escape.toUpperCase();
  });
}

/** @param {unknown} value */
function show(value) {
  return JSON.stringify(value) ?? 'nothing';
}
