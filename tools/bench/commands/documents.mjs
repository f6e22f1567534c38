/** What packages of other APIs' documents cost: processor time and memory of whole processes. */
import { readFileSync } from 'node:fs';
import { inFolder } from '@lading/run/commands';
import { group, installOrSkip } from '@lading/run/installs';
import { parse } from 'yaml';
import { versionedCopy } from '../../any-api/documents/sample.mjs';
import { run } from '../measure/run.mjs';
import { lading, ofPeer } from '../places.mjs';
import { comparison, limits } from '../report/comparison.mjs';
import { node22 } from '../subjects/generators.mjs';
import { measureGenerators } from '../subjects/measure-generators.mjs';

const documents = parse(readFileSync(new URL('../subjects/documents.yaml', import.meta.url), 'utf8'));

export default comparison({
  about: `Generates packages of published documents of other APIs, and types with hey-api, too. Prints the
processor time and the memory of the processes.`,
  options: {
    rounds: ['N', 'how often each measurement is run', 3, 1],
    only: ['TEXT', 'only documents with TEXT in their title; nothing is written', ''],
  },
  marker: 'documents',
  titles: { lading: 'Lading', heyApi: 'hey-api' },
  measure: ({ rounds, only }, progress) =>
    inFolder(async (work) => {
      installOrSkip('documents', 'peers');
      // Builds the generator if its sources are newer, so that no measured run builds it.
      run({ args: [lading, '--version'] });
      const chosen = documents.filter(({ title }) => title.includes(only));
      const subjects = chosen.flatMap((row, at) => subjectsOf(row, at, work));
      const results = await measureGenerators(subjects, { work, rounds, progress });
      for (const { id, failed } of results) if (failed !== undefined) throw new Error(`${id}: ${failed}`);
      const rows = chosen.flatMap(({ title, kinds = [], targets = {} }, at) => {
        const what = `${title}: ${kinds.length === 0 ? 'types' : 'types, clients, servers, reference'}`;
        const [own, other] = ['ours', 'hey-api'].map((name) => results.find(({ id }) => id === `${name} ${at}`));
        return Object.entries({ cpu: 'CPU s', peak: 'MB' }).map(([figure, unit]) => {
          const [lading, heyApi] = [own?.[figure], other?.[figure]];
          const all = {
            Lading: [lading, targets[figure]],
            '÷ hey-api': [lading / heyApi, figure === 'cpu' && heyApi ? 1 : undefined],
          };
          return { what, unit, figures: { lading, heyApi }, targets: limits(all) };
        });
      });
      return { rows, head: `median of ${rounds} rounds` };
    }),
});

/** The measured runs of a document. @returns {import('../subjects/generators.mjs').Subject[]} */
function subjectsOf({ documents: files, versions, kinds = [], isCompared }, at, work) {
  const paths = files.map(group('documents').file);
  const named = versions === undefined ? paths : paths.map((path, index) => versionedCopy(path, versions[index], work));
  const given = named.flatMap((path) => ['--document', path]);
  const heyApi = [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-p', '@hey-api/typescript', '--no-log-file'];
  const runOf = (name, side, command) => ({ id: `${name} ${at}`, tool: name, task: '', side, command });
  const ours = (out) => ({ args: [lading, 'generate', '--quiet', ...given, '--out', out, ...kinds] });
  const theirs = (out) => ({ node: node22, args: [...heyApi, '-i', paths[0], '-o', out] });
  return [runOf('ours', 'ours', ours), ...(isCompared ? [runOf('hey-api', 'peer', theirs)] : [])];
}
