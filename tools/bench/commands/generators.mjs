/** Generators of types: their time, their output for a second version, and what programs that use it cost the compiler. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { run as runProcess } from '../measure/run.mjs';
import { havePublished, lading, ofPeer, peers, publishedDocument } from '../places.mjs';
import { comparison, limits } from '../report/comparison.mjs';
import { measureSamples } from '../sample/compile.mjs';
import { ladingSubjects, peersOn, samplesOf } from '../subjects/generators.mjs';
import { measureGenerators, problemOf, typescriptBytes } from '../subjects/measure-generators.mjs';
import { copyTwoVersions } from '../two-versions.mjs';

/** @typedef {import('../report/comparison.mjs').Row} Row */

const columns = {
  generators: { cpu: 'CPU s', elapsed: 'Elapsed s', peak: 'Peak MB', bytes: 'Output bytes' },
  secondVersion: { first: 'v1.44, bytes', second: 'v1.41 in addition, bytes', extra: 'Extra, %' },
  samples: {
    errorsInProgram: 'Errors in the program',
    errorsElsewhere: 'Errors in the generated code',
    checkSeconds: 'Check s',
    instantiations: 'Instantiations',
  },
};

export default comparison({
  about:
    'Measures generators of types, their output for a second version, and programs that use it. The exit code is 1 if one fails.',
  options: {
    rounds: ['N', 'how often each measurement is run', 5, 1],
    only: ['TEXT', 'only measurements with TEXT in their id; nothing is written', ''],
  },
  marker: 'figures',
  measure: ({ rounds, only }, progress) =>
    inFolder(async (work) => {
      peers.install();
      // Builds the generator if its sources are newer, so that no measured run builds it.
      runProcess({ args: [lading, '--version'] });
      const isChosen = ({ id }) => id.includes(only);
      const values = { ...valuesOf('1.44', work), spec: join(work, 'two-versions', 'spec') };
      copyTwoVersions(values.spec);
      const subjects = [...ladingSubjects(values), ...(havePublished(['1.44']) ? peersOn('1.44', values) : [])];
      const settings = { work, rounds, progress };
      const generators = await measureGenerators(subjects.filter(isChosen), settings);
      const secondVersion = [
        ...oursBeside('Lading, `spec/`', join(work, 'spec')),
        ...oursBeside('Lading, published', join(work, 'two')),
        ...(havePublished(['1.44', '1.41']) ? peersBeside(generators, work) : []),
      ];
      const compiled = await measureSamples(samplesOf(values).filter(isChosen), settings);
      const tables = {
        Generators: { rows: generatorRows(generators), titles: columns.generators },
        'The second version': { rows: secondVersion, titles: columns.secondVersion },
        'The sample program': { rows: compiled.map(sampleRow), titles: columns.samples },
      };
      const versions = peers.versions.map((peer) => peer.join(' ')).join(', ');
      const head = `median of ${rounds} rounds; peers: ${versions}`;
      const rows = Object.values(tables).flatMap((table) => table.rows);
      const failed = rows.flatMap(({ what, note }) => (note === undefined ? [] : [`${what}: ${note}`]));
      return { tables, head, failed: [...missing, ...failed] };
    }),
});

/** What cannot be measured on this machine, with the reason. */
const missing = havePublished(['1.44', '1.41'])
  ? []
  : ['SKIPPED: peers, and published documents: the published documents (../shared/upstream) are missing'];

/** What arguments name of a version: the published documents, and one as OpenAPI 3.0 for tools that read nothing else. That conversion is measured separately. */
function valuesOf(version, work) {
  const [document, older] = [version, '1.41'].map(publishedDocument);
  const converted = join(work, `converted-${version}.json`);
  if (havePublished([version]))
    runProcess({ args: [ofPeer('swagger2openapi/swagger2openapi.js'), document, '-p', '-o', converted] });
  return { document, older, converted };
}

/** The bytes of two versions, with the maximum of the second one in per cent. @param {string} tool @param {number} first @param {number} second @param {number} [most] @returns {Row} */
function besideRow(tool, first, second, most) {
  const extra = (100 * second) / first;
  return { what: tool, unit: '', figures: { first, second, extra }, targets: limits({ 'extra, %': [extra, most] }) };
}

/** @param {string} tool @param {string} out the output of the measured run */
function oursBeside(tool, out) {
  const [first, second] = ['v1.44', 'v1.41'].map((version) => typescriptBytes(join(out, version)));
  return first && second ? [besideRow(tool, first, second, 35)] : [];
}

/** The rows of the peers, which do not support a second version: the separate output for the older document. @returns {Row[]} */
function peersBeside(generators, work) {
  return peersOn('1.41', valuesOf('1.41', work)).flatMap(({ id, tool, command }) => {
    const first = generators.find((row) => row.id === id.replace('1.41', '1.44'))?.bytes ?? 0;
    if (first === 0) return [];
    const out = join(work, id);
    mkdirSync(out, { recursive: true });
    const note = problemOf(runProcess(command(out)));
    return [{ ...besideRow(tool, first, typescriptBytes(out)), note }];
  });
}

/** Rows of generators, with the processor time of Lading divided by that of the peer that does the same, in the same run. @param {readonly any[]} generators @returns {Row[]} */
function generatorRows(generators) {
  return generators.map(({ tool, task, cpu, elapsed, peak, bytes, targets, beside, failed: note }) => {
    const other = generators.find(({ id }) => id === beside?.peer)?.cpu;
    const targetsOf = { 'CPU s': [cpu, targets?.cpu], 'peak MB': [peak, targets?.peak] };
    if (other > 0) targetsOf[`CPU time ÷ ${beside.peer}`] = [cpu / other, beside.most];
    const figures = { cpu, elapsed, peak, bytes: bytes || undefined };
    return { what: `${tool}: ${task}`, unit: '', figures, targets: note ? {} : limits(targetsOf), note };
  });
}

/** @param {any} sample @returns {Row} */
function sampleRow({ title, targets, failed: note, id: _id, ...figures }) {
  const errors = figures.errorsInProgram + figures.errorsElsewhere;
  const all = { errors: [errors, targets?.errors], instantiations: [figures.instantiations, targets?.instantiations] };
  return { what: title, unit: '', figures, targets: note ? {} : limits(all), note };
}
