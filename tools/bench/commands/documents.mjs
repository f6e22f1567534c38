/** What packages of other APIs' documents cost, and of long chains of schemas: processor time and memory of whole processes. */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { run as runProcess } from '../measure/run.mjs';
import { lading, ofPeer, readme } from '../places.mjs';
import { machine, megabytes, seconds, withTarget } from '../report/figures.mjs';
import { node22 } from '../subjects/generators.mjs';
import { measureGenerators } from '../subjects/measure-generators.mjs';

const rows = parse(readFileSync(new URL('../subjects/documents.yaml', import.meta.url), 'utf8'));
const CHAIN = 2000;

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates packages of published documents of other APIs and of long chains of schemas, and types with hey-api, too. Prints the
processor time and the memory of the processes.`,
  options: {
    rounds: ['N', 'how often each measurement is run', 3, 1],
    only: ['TEXT', 'only documents with TEXT in their title; nothing is written', ''],
  },
  page: readme,
  marker: 'documents',
  run: ({ rounds, only }, { load, progress }) =>
    inFolder((work) => {
      installOrSkip('documents', 'peers');
      // Builds the generator if its sources are newer, so that no measured run builds it.
      runProcess({ args: [lading, '--version'] });
      const subjects = rows.filter(({ title }) => title.includes(only)).flatMap((row, at) => subjectsOf(row, at, work));
      const results = measureGenerators(subjects, { work, rounds, progress });
      const table = results.map(({ id, tool, task, cpu, peak, targets, failed }) => {
        const other = results.find((one) => one.id === `hey-api ${id}`);
        const ratio = other === undefined ? '' : withTarget(cpu / other.cpu, 1, seconds);
        const figures = [withTarget(cpu, targets?.cpu, seconds), withTarget(peak, targets?.peak, megabytes), ratio];
        return [tool, ...(failed === undefined ? [task, ...figures] : [`${task}: ${failed}`, '', '', ''])];
      });
      const text = markdownTable(['Document', 'Generated', ...right('CPU s', 'MB', '÷ hey-api')], table);
      const failed = results.some((result) => result.failed !== undefined);
      return {
        text: `${machine(load, `median of ${rounds} rounds`)}\n\n${text}`,
        json: results,
        failed,
        isIncomplete: failed || only !== '',
      };
    }),
};

/** The measured runs of a row. @returns {import('../subjects/generators.mjs').Subject[]} */
function subjectsOf({ title, chain, documents = [], versions, kinds = [], targets, isCompared }, at, work) {
  const paths =
    chain === undefined ? documents.map(group('documents').file) : [chainOf(chain, join(work, `${at}.json`))];
  const named = versions === undefined ? paths : paths.map((path, index) => copyOf(path, versions[index], work));
  const given = named.flatMap((path) => ['--document', path]);
  const subject = { tool: title, versions: [] };
  const task = kinds.length === 0 ? 'types' : 'types, clients, servers, reference';
  const ours = (out) => ({ args: [lading, 'generate', '--quiet', ...given, '--out', out, ...kinds] });
  const heyApi = [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-p', '@hey-api/typescript', '--no-log-file'];
  const theirs = (out) => ({ node: node22, args: [...heyApi, '-i', paths[0], '-o', out] });
  return [
    { ...subject, id: String(at), task, side: 'ours', targets, command: ours },
    ...(isCompared
      ? [
          {
            ...subject,
            id: `hey-api ${at}`,
            task: 'types, hey-api',
            side: /** @type {const} */ ('peer'),
            command: theirs,
          },
        ]
      : []),
  ];
}

/** Copies a document with a version of its own: some publishers give all versions of an API the same one. */
function copyOf(path, version, work) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  const copy = join(work, `${version}-${basename(path)}`);
  writeFileSync(copy, JSON.stringify({ ...document, info: { ...document.info, version } }));
  return copy;
}

/** Writes a document of many schemas, each of which refers to the next one. */
function chainOf(schema, path) {
  const nameOf = (index) => `#/components/schemas/Box${index}`;
  const schemas = Array.from({ length: CHAIN }, (_, index) => [
    `Box${index}`,
    JSON.parse(
      JSON.stringify(schema)
        .replace('"next"', JSON.stringify(nameOf(index + 1)))
        .replace('"field"', `"field${index}"`),
    ),
  ]);
  const content = { 'application/json': { schema: { $ref: nameOf(0) } } };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: { '/box': { get: { operationId: 'getBox', responses: { 200: { description: '', content } } } } },
    components: { schemas: Object.fromEntries([...schemas, [`Box${CHAIN}`, { type: 'object' }]]) },
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
}
