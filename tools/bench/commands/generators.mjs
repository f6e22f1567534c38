/** Generators of types: their time, their output for a second version, and what programs that use it cost the compiler. */
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { method, run, run as runProcess } from '../measure/run.mjs';
import { havePublished, haveSpec, lading, ofPeer, peers, publishedDocument, readme } from '../places.mjs';
import { machine } from '../report/figures.mjs';
import { resultMarkdown } from '../report/result-markdown.mjs';
import { samples } from '../sample/samples.mjs';
import { ladingSubjects, peersOn } from '../subjects/generators.mjs';
import { measureGenerators } from '../subjects/measure-generators.mjs';
import { mkdirSync } from 'node:fs';
import { typescriptBytes } from '../subjects/output.mjs';
import { median } from '../measure/median.mjs';
import { order } from '../measure/rounds.mjs';
import { compile, writeProject } from '../sample/compile.mjs';

const target = 50;

/**
 * The row of Lading, read from the output of the measured runs.
 * @param {string} tool
 * @param {string} out
 * @param {boolean} hasTarget
 * @returns {import('../report/result-markdown.mjs').SecondVersionRow[]}
 */
function oursBeside(tool, out, hasTarget) {
  const [first, second] = ['v1.44', 'v1.41'].map((version) => typescriptBytes(join(out, version)));
  if (!first || !second) return [];
  return [{ tool, first, second, target: hasTarget ? target : undefined }];
}

/**
 * The rows of the peers, which do not support a second version: the separate output for the older document.
 * @param {readonly import('../report/result-markdown.mjs').GeneratorRow[]} rows the rows of the first version
 * @param {{ readonly work: string, readonly converted: string }} options the older document as OpenAPI 3.0
 * @returns {import('../report/result-markdown.mjs').SecondVersionRow[]}
 */
function peersBeside(rows, { work, converted }) {
  return peersOn('1.41', converted).flatMap((subject) => {
    const first = rows.find(({ id }) => id === subject.id.replace('1.41', '1.44'))?.bytes ?? 0;
    if (first === 0) return [];
    const out = join(work, subject.id);
    mkdirSync(out, { recursive: true });
    const { status, output } = run(subject.command(out));
    const failed = status === 0 ? {} : { failed: `ended with ${status}: ${output.trim().slice(-300)}` };
    return [{ tool: subject.tool, first, second: typescriptBytes(out), target: undefined, ...failed }];
  });
}

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
      const chosen = (/** @type {{ readonly id: string }} */ { id }) => id.includes(only);
      const newer = convert('1.44', work);
      const subjects = [...ladingSubjects(), ...peersOn('1.44', newer)].filter(
        (subject) => havePublished(subject.versions) && chosen(subject),
      );
      const settings = { work, rounds, progress };
      const generators = measureGenerators(subjects, settings);
      const secondVersion = [
        ...oursBeside('Lading, `spec/`', join(work, 'spec'), true),
        ...oursBeside('Lading, published', join(work, 'two'), true),
        ...(havePublished(['1.44', '1.41']) ? peersBeside(generators, { work, converted: convert('1.41', work) }) : []),
      ];
      const compiled = measureSamples(samples(newer).filter(chosen), settings);
      const result = { skipped, generators, secondVersion, samples: compiled };
      const head = machine(load, `median of ${rounds} rounds; measured by ${method}`);
      const versions = peers.versions.map((peer) => peer.join(' ')).join(', ');
      const failed = [...generators, ...secondVersion, ...compiled].some((row) => row.failed !== undefined);
      const isIncomplete = failed || only !== '' || skipped.length > 0;
      const text = `${head}\nPeers: ${versions}.\n\n${resultMarkdown(result)}`;
      return { text, json: result, failed, isIncomplete };
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

/** The published document as OpenAPI 3.0, for tools that read nothing else. The conversion is measured separately. @param {string} version @param {string} work */
function convert(version, work) {
  const converted = join(work, `converted-${version}.json`);
  const args = [ofPeer('swagger2openapi/swagger2openapi.js'), publishedDocument(version), '-p', '-o', converted];
  if (havePublished([version])) runProcess({ args });
  return converted;
}

/**
 * Generates the code for each sample program, compiles it in rounds and reports the medians.
 * @param {readonly import('../sample/samples.mjs').Sample[]} samples
 * @param {{ readonly work: string, readonly rounds: number, readonly progress: (text: string) => void }} options
 * @returns {import('../report/result-markdown.mjs').SampleRow[]}
 */
function measureSamples(samples, { work, rounds, progress }) {
  /** @param {import('../sample/samples.mjs').Sample} sample */
  const folderOf = ({ id }) => join(work, 'samples', id);
  /** @type {Map<string, string>} */
  const failed = new Map();
  /** @type {Map<string, import('../sample/compile.mjs').Compilation[]>} */
  const compiled = new Map(samples.map(({ id }) => [id, []]));
  for (const sample of samples) {
    progress(`sample: ${sample.id}`);
    const folder = folderOf(sample);
    writeProject(folder, sample);
    if (sample.generated === undefined) continue;
    const out = join(folder, 'generated');
    if (sample.side === 'peer') mkdirSync(out, { recursive: true });
    const { status, output } = run(sample.generated.command(out));
    // As users get it: a package is compiled before it is published.
    const built = sample.generated.built;
    if (status === 0 && built !== undefined)
      run({ args: [ofPeer('typescript/lib/tsc.js'), '-p', join(out, built)], cwd: folder });
    if (status !== 0) failed.set(sample.id, `ended with ${status}: ${output.trim().slice(-300)}`);
  }
  const sound = samples.filter(({ id }) => !failed.has(id));
  order(sound, rounds).forEach((sample, index, all) => {
    progress(`compiling ${index + 1}/${all.length}: ${sample.id}`);
    compiled.get(sample.id)?.push(compile(folderOf(sample)));
  });
  return samples.map((sample) => row(sample, compiled.get(sample.id) ?? [], failed.get(sample.id)));
}

/**
 * @param {import('../sample/samples.mjs').Sample} sample
 * @param {readonly import('../sample/compile.mjs').Compilation[]} runs
 * @param {string | undefined} failed
 * @returns {import('../report/result-markdown.mjs').SampleRow}
 */
function row({ id, title, side, targets }, runs, failed) {
  const last = runs.at(-1);
  return {
    id,
    title,
    side,
    targets,
    errorsInProgram: last?.errorsInProgram ?? NaN,
    errorsElsewhere: last?.errorsElsewhere ?? NaN,
    instantiations: last?.instantiations ?? NaN,
    checkSeconds: runs.length === 0 ? NaN : median(runs.map(({ checkSeconds }) => checkSeconds)),
    firstError: last?.firstError ?? '',
    ...(failed !== undefined && { failed }),
  };
}
