/** Generators of types: their time, their output for a second version, and what programs that use it cost the compiler. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { markdownTable, right } from '@lading/run/markdown-table';
import { method, run as runProcess } from '../measure/run.mjs';
import { havePublished, haveSpec, lading, ofPeer, peers, publishedDocument, readme } from '../places.mjs';
import { machine, megabytes, percent, seconds, whole, withTarget } from '../report/figures.mjs';
import { measureSamples } from '../sample/compile.mjs';
import { ladingSubjects, peersOn, samples } from '../subjects/generators.mjs';
import { measureGenerators, problemOf, typescriptBytes } from '../subjects/measure-generators.mjs';

/** The maximum of the output for a second version, in per cent of that for the first one. */
const target = 50;

/** @type {import('@lading/run/commands').Command} */
export default {
  about:
    'Measures generators of types, their output for a second version, and programs that use it. The exit code is 1 if one fails.',
  options: {
    rounds: ['N', 'how often each measurement is run', 5, 1],
    only: ['TEXT', 'only measurements with TEXT in their id; nothing is written', ''],
  },
  page: readme,
  marker: 'figures',
  run: ({ rounds, only }, { load, progress }) =>
    inFolder((work) => {
      peers.install();
      const skipped = missing();
      skipped.forEach((what) => progress(`\n!!! SKIPPED: ${what}\n`));
      // Builds the generator if its sources are newer, so that no measured run builds it.
      runProcess({ args: [lading, '--version'] });
      const isChosen = ({ id }) => id.includes(only);
      const newer = convert('1.44', work);
      const subjects = [...ladingSubjects(), ...(havePublished(['1.44']) ? peersOn('1.44', newer) : [])].filter(
        isChosen,
      );
      const settings = { work, rounds, progress };
      const generators = measureGenerators(subjects, settings);
      const secondVersion = [
        ...oursBeside('Lading, `spec/`', join(work, 'spec')),
        ...oursBeside('Lading, published', join(work, 'two')),
        ...(havePublished(['1.44', '1.41']) ? peersBeside(generators, work) : []),
      ];
      const compiled = measureSamples(samples(newer).filter(isChosen), settings);
      const failed = [
        ...generators.map((row) => [`${row.tool}, ${row.task}`, row.failed]),
        ...secondVersion.map((row) => [row.tool, row.failed]),
        ...compiled.map((row) => [row.title, row.failed]),
      ].flatMap(([name, reason]) => (reason === undefined ? [] : [`- ${name}: ${reason}`]));
      const text = [
        `${machine(load, `median of ${rounds} rounds; measured by ${method}`)}\nPeers: ${peers.versions.map((peer) => peer.join(' ')).join(', ')}.`,
        ...skipped.map((what) => `**Skipped:** ${what}`),
        ...tables(generators, secondVersion, compiled),
        ...(failed.length === 0 ? [] : ['### Failed', failed.join('\n')]),
      ];
      return {
        text: text.join('\n\n'),
        json: { skipped, generators, secondVersion, samples: compiled },
        failed: failed.length > 0,
        isIncomplete: failed.length > 0 || only !== '' || skipped.length > 0,
      };
    }),
};

/** Lists what cannot be measured on this machine, each with the reason. */
function missing() {
  const documents = 'the published documents (../shared/upstream) are missing';
  return [
    ...(haveSpec() ? [] : ['there is no spec/versions.yaml: measurements of the specification']),
    ...(havePublished(['1.44', '1.41']) ? [] : [`${documents}: the peers, and measurements of these documents`]),
  ];
}

/** The published document as OpenAPI 3.0, for tools that read nothing else. The conversion is measured separately. */
function convert(version, work) {
  const converted = join(work, `converted-${version}.json`);
  const args = [ofPeer('swagger2openapi/swagger2openapi.js'), publishedDocument(version), '-p', '-o', converted];
  if (havePublished([version])) runProcess({ args });
  return converted;
}

/**
 * @typedef {{ tool: string, first: number, second: number, target?: number, failed?: string }} SecondVersionRow in bytes
 * @param {string} tool @param {string} out the output of the measured run @returns {SecondVersionRow[]}
 */
function oursBeside(tool, out) {
  const [first, second] = ['v1.44', 'v1.41'].map((version) => typescriptBytes(join(out, version)));
  return first && second ? [{ tool, first, second, target }] : [];
}

/** The rows of the peers, which do not support a second version: the separate output for the older document. @returns {SecondVersionRow[]} */
function peersBeside(rows, work) {
  return peersOn('1.41', convert('1.41', work)).flatMap(({ id, tool, command }) => {
    const first = rows.find((row) => row.id === id.replace('1.41', '1.44'))?.bytes ?? 0;
    if (first === 0) return [];
    const out = join(work, id);
    mkdirSync(out, { recursive: true });
    const failed = problemOf(runProcess(command(out)));
    return [{ tool, first, second: typescriptBytes(out), failed }];
  });
}

/** The three tables, whose rows say so if they failed. */
function tables(generators, secondVersion, compiled) {
  const table = (columns, rows, cellsOf) =>
    markdownTable(
      columns,
      rows.map((row) => {
        const [names, figures] = cellsOf(row);
        return [...names, ...(row.failed === undefined ? figures : figures.map((_, at) => (at === 0 ? 'failed' : '')))];
      }),
    );
  return [
    '### Generators',
    table(['Tool', 'Output', ...right('CPU s', 'Elapsed s', 'Peak MB', 'Output bytes')], generators, (row) => {
      const { cpu, elapsed, peak, bytes, targets } = row;
      const used = [
        withTarget(cpu, targets?.cpu, seconds),
        seconds(elapsed),
        withTarget(peak, targets?.peak, megabytes),
      ];
      return [
        [row.tool, row.task],
        [...used, bytes === 0 ? '' : whole(bytes)],
      ];
    }),
    ...ratios(generators),
    '### The second version',
    table(['Tool', ...right('v1.44, bytes', 'v1.41 in addition, bytes', 'Extra')], secondVersion, (row) => {
      const extra = withTarget((100 * row.second) / row.first, row.target, percent);
      return [[row.tool], [whole(row.first), whole(row.second), extra]];
    }),
    '### The sample program',
    table(
      ['Types', ...right('Errors in the program', 'Errors in the generated code', 'Check s', 'Instantiations')],
      compiled,
      ({ title, errorsInProgram, errorsElsewhere, checkSeconds, instantiations, targets }) => {
        const errors = [errorsInProgram, errorsElsewhere].map((count) => withTarget(count, targets?.errors, whole));
        return [
          [title],
          [...errors, seconds(checkSeconds), withTarget(instantiations, targets?.instantiations, whole)],
        ];
      },
    ),
  ];
}

/** The processor time of Lading divided by that of the peer that does the same, in the same run. */
function ratios(rows) {
  const cpuOf = (id) => rows.find((row) => row.id === id && row.failed === undefined)?.cpu;
  const ratio = (text, id, peer, most) => {
    const [own, other] = [cpuOf(id), cpuOf(peer)];
    return own === undefined || other === undefined ? [] : [`${text}: ${withTarget(own / other, most, seconds)}`];
  };
  const figures = [
    ...ratio('for the types of one version: both versions of `spec/`, named types', 'spec', 'hey-api-1.44', 1.25),
    ...ratio('the same if nothing changed', 'spec-again', 'hey-api-1.44', 0.3),
    ...ratio('for types, client and validators of 1.44', 'one-zod', 'hey-api-zod-1.44', 0.8),
  ];
  return figures.length === 0 ? [] : [`CPU time relative to \`@hey-api/openapi-ts\` ${figures.join('; ')}.`];
}
