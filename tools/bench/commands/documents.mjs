/** What packages of other APIs' documents cost: processor time and memory of whole processes. */
import { readFileSync } from 'node:fs';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { parse } from 'yaml';
import { versionedCopy } from '../../any-api/documents/sample.mjs';
import { run as runProcess } from '../measure/run.mjs';
import { lading, ofPeer, readme } from '../places.mjs';
import { machine, megabytes, seconds, withTarget } from '../report/figures.mjs';
import { node22 } from '../subjects/generators.mjs';
import { measureGenerators } from '../subjects/measure-generators.mjs';

const rows = parse(readFileSync(new URL('../subjects/documents.yaml', import.meta.url), 'utf8'));

/** @type {import('@lading/run/commands').Command} */
export default {
  about: `Generates packages of published documents of other APIs, and types with hey-api, too. Prints the
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
function subjectsOf({ title, documents, versions, kinds = [], targets, isCompared }, at, work) {
  const paths = documents.map(group('documents').file);
  const named = versions === undefined ? paths : paths.map((path, index) => versionedCopy(path, versions[index], work));
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
