/** Generators of types: their time, their output for a second version, and what programs that use it cost the compiler. */
import { join } from 'node:path';
import { inFolder } from '@lading/run/commands';
import { method, run as runProcess } from '../measure/run.mjs';
import { havePublished, haveSpec, lading, ofPeer, peers, publishedDocument, readme } from '../places.mjs';
import { machine } from '../report/figures.mjs';
import { resultMarkdown } from '../report/result-markdown.mjs';
import { measureSamples } from '../sample/measure-samples.mjs';
import { samples } from '../sample/samples.mjs';
import { ladingSubjects, peersOn } from '../subjects/generators.mjs';
import { measureGenerators } from '../subjects/measure-generators.mjs';
import { oursBeside, peersBeside } from '../subjects/second-version.mjs';

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
