/** Sends values in every style at every place with generated clients to generated servers, and compares them with other clients. */
import { readFileSync } from 'node:fs';
import { heading, inFolder } from '@lading/run/commands';
import { missingGroup } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { textOf } from '../cells/cells.mjs';
import { allCells } from '../encodings/cells.mjs';
import { otherClients } from '../encodings/other-clients.mjs';
import { arrives, isSpecified, sendAll } from '../encodings/run.mjs';

/** What each client writes otherwise than the specification says. */
const mistakes = parse(readFileSync(new URL('../encodings/mistakes.yaml', import.meta.url), 'utf8'));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Sends values of every type in every style at every place of a request with a generated client to a generated server, and prints what
arrives otherwise. Where the specification says how a value is written, it sends the same values with swagger-client and hey-api.
The exit code is 1 if something arrives otherwise.`,
  page: new URL('../encodings/README.md', import.meta.url),
  marker: 'result',
  async run(_values, { progress }) {
    const { sent, refused, receive, document } = await sendAll(allCells);
    const rows = [...new Set(allCells.map(({ place }) => place))].map((place) => {
      const all = sent.filter(({ cell }) => cell.place === place);
      const refusedByClient = all.filter(({ request }) => request === undefined);
      return [place, all.length, refusedByClient.length, all.filter((one) => !arrives(one)).length];
    });
    const others = [];
    const missing = missingGroup('peers');
    if (missing !== undefined) progress(`\n!!! SKIPPED: the other clients: ${missing}\n`);
    else
      for (const [name, create] of Object.entries(otherClients))
        await inFolder(async (folder) => {
          others.push(await compare(name, await create(document, folder), sent, receive));
        });
    const wrong = sent.filter((one) => !arrives(one));
    const failures = [
      ...wrong.map((one) => `${one.cell.id} ${show(one.value)} as ${one.text} ${arrival(one)}`),
      ...others.flatMap((other) => other.failures),
    ];
    for (const failure of failures) progress(failure);
    const text = [
      heading(`${allCells.length} schemas, ${refused.length} of which \`generate\` refuses`),
      markdownTable(['place', ...right('values', 'which the client refuses', 'which arrive otherwise')], rows),
      markdownTable(
        ['other client', ...right('values that it writes', 'written equally', 'which the server reads otherwise')],
        others.map(({ row }) => row),
      ),
      'What these clients write otherwise than the specification says, which is not counted:',
      ...others.flatMap((other) => other.mistakes),
    ];
    return { text: text.join('\n\n'), failed: failures.length > 0 };
  },
};

/** Compares the requests of another client, and has the server read them. */
async function compare(name, client, sent, receive) {
  const counts = { all: 0, equal: 0, otherwise: 0 };
  const failures = [];
  const mistaken = new Map();
  for (const one of sent) {
    const { cell, value, text } = one;
    if (one.request === undefined || !isSpecified(one)) continue;
    const mistake = mistakes[name].find(({ cases }) => cases.some((each) => isCase(each, cell, value)));
    if (mistake !== undefined) {
      mistaken.set(mistake.reason, (mistaken.get(mistake.reason) ?? 0) + 1);
      continue;
    }
    const request = await client(cell, value);
    if (request === undefined) continue;
    counts.all += 1;
    const other = await textOf(request, cell);
    if (normal(other) === normal(text)) counts.equal += 1;
    const outcome = await receive(request, cell);
    if (arrives({ ...one, ...outcome })) continue;
    counts.otherwise += 1;
    failures.push(`${name}: ${cell.id} ${show(value)} as ${other}, not ${text}, ${arrival(outcome)}`);
  }
  const lines = [...mistaken].map(([reason, count]) => `- ${name}, ${count} values: ${reason}`);
  return { row: [name, counts.all, counts.equal, counts.otherwise], mistakes: lines, failures };
}

/** Whether a cell has the properties of a case, and a value its JSON. */
function isCase({ json, ...properties }, cell, value) {
  const isSame = Object.entries(properties).every(([key, wanted]) => [wanted].flat().includes(cell[key]));
  return isSame && (json === undefined || new RegExp(json).test(JSON.stringify(value)));
}

/** Texts that differ only in characters which may be escaped or not. @param {string} text */
function normal(text) {
  return text.replaceAll('+', '%20').replaceAll(/%[0-9A-F]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[!-$'()*:@/?;~"<>\\^`{|}[\]\w.-]/.test(letter) ? letter : escape.toUpperCase();
  });
}

const show = (value) => JSON.stringify(value) ?? 'nothing';
const arrival = ({ received, reason }) => `arrives as ${show(received)} ${reason}`;
