/** Sends values in every style at every place with generated clients to generated servers, and compares them with other clients. */
import { isDeepStrictEqual } from 'node:util';
import { heading } from '@lading/run/commands';
import { missingGroup } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { allCells } from '../encodings/cells.mjs';
import { foreignMistakes, openapiFetch, swaggerClient } from '../encodings/foreign.mjs';
import { arrives, isSpecified, sendAll, textOf } from '../encodings/run.mjs';

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Sends values of every type in every style at every place of a request with a generated client to a generated server, and prints what
arrives otherwise. Where the specification says how a value is written, it sends the same values with swagger-client and openapi-fetch.
The exit code is 1 if something arrives otherwise.`,
  page: new URL('../encodings/README.md', import.meta.url),
  marker: 'result',
  async run(_values, { progress }) {
    const { sent, refused, receive, document } = await sendAll(allCells);
    const failures = sent
      .filter((one) => !arrives(one))
      .map(
        ({ cell, value, text, received, reason }) =>
          `${cell.id} ${show(value)} as ${text} arrives as ${show(received)} ${reason}`,
      );
    const rows = [...new Set(allCells.map(({ place }) => place))].map((place) => {
      const all = sent.filter(({ cell }) => cell.place === place);
      const refusedByClient = all.filter(({ request }) => request === undefined).length;
      return [place, all.length, refusedByClient, all.filter((one) => !arrives(one)).length];
    });
    const others = [];
    const missing = missingGroup('peers');
    if (missing === undefined) {
      others.push(await compare('swagger-client', await swaggerClient(document), sent, receive));
      others.push(await compare('openapi-fetch', await openapiFetch(), sent, receive));
    } else progress(`\n!!! SKIPPED: swagger-client and openapi-fetch: ${missing}\n`);
    failures.push(...others.flatMap((other) => other.failures));
    for (const failure of failures) progress(failure);
    const text = [
      heading(`${allCells.length} schemas, ${refused.length} of which \`generate\` refuses`),
      markdownTable(['place', ...right('values', 'which the client refuses', 'which arrive otherwise')], rows),
      markdownTable(
        ['other client', ...right('values that it writes', 'written equally', 'which the server reads otherwise')],
        others.map(({ row }) => row),
      ),
      'What these clients write otherwise than the specification says, which is not counted:',
      ...others.flatMap(({ mistakes }) => mistakes),
    ];
    return { text: text.join('\n\n'), failed: failures.length > 0 };
  },
};

/**
 * @param {'swagger-client' | 'openapi-fetch'} name @param {import('../encodings/foreign.mjs').ForeignClient} client
 * @param {Awaited<ReturnType<typeof sendAll>>['sent']} sent @param {Awaited<ReturnType<typeof sendAll>>['receive']} receive
 */
async function compare(name, client, sent, receive) {
  const counts = { all: 0, equal: 0, otherwise: 0 };
  /** @type {string[]} */
  const failures = [];
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
  const mistakes = [...mistaken].map(([reason, count]) => `- ${name}, ${count} values: ${reason}`);
  return { row: [name, counts.all, counts.equal, counts.otherwise], mistakes, failures };
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
