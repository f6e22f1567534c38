/** `npm run bench`: measures Lading and its peers side by side and writes the figures into this folder's README. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResult } from '@lading/run/result';
import { measureClient } from './client/measure-client.mjs';
import { settingsOf } from './client/settings.mjs';
import { clientFigures } from './client/figures.mjs';
import { docsFigures } from './docs/figures.mjs';
import { measureDocs } from './docs/measure-docs.mjs';
import { browser, references } from './docs/places.mjs';
import { serverFigures } from './server/figures.mjs';
import { measureServer } from './server/measure-server.mjs';
import { settingsOf as serverSettingsOf } from './server/settings.mjs';
import { method, run } from './measure/run.mjs';
import { havePublished, haveSpec, lading, ofPeer, peers, publishedDocument, readme } from './places.mjs';
import { markdown } from './report/result-markdown.mjs';
import { measureSamples } from './sample/measure-samples.mjs';
import { samples } from './sample/samples.mjs';
import { ladingSubjects, peersOn } from './subjects/generators.mjs';
import { measureGenerators } from './subjects/measure-generators.mjs';
import { watchFigures } from './watch/figures.mjs';
import { measureWatch } from './watch/measure-watch.mjs';
import { oursBeside, peersBeside } from './subjects/second-version.mjs';

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);

if (options.help || !Number.isInteger(rounds) || rounds < 1) {
  process.stdout.write(`npm run bench -- [--rounds N] [--json] [--only TEXT]
  --rounds N   how often each measurement is run (default 5)
  --json       print the result as JSON, do not change the README
  --only TEXT  run only measurements with TEXT in their id, do not change the README\n`);
  process.exit(options.help ? 0 : 2);
}

const interactive = process.stderr.isTTY;
/** @param {string} text */
const progress = (text) => process.stderr.write(interactive ? `\r\u001b[K${text}` : `${text}\n`);
/** @param {{ readonly id: string }} subject */
const chosen = ({ id }) => options.only === undefined || id.includes(options.only);

peers.install();
const work = mkdtempSync(join(tmpdir(), 'lading-bench-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const skipped = missing();
skipped.forEach((what) => process.stderr.write(`\n!!! SKIPPED: ${what}\n\n`));
// Builds the generator if its sources are newer, so that no measured run builds it.
run({ args: [lading, '--version'] });

const load = loadavg()[0] ?? 0;
const newer = convert('1.44');
const subjects = [...ladingSubjects(), ...peersOn('1.44', newer)].filter(
  (subject) => havePublished(subject.versions) && chosen(subject),
);
const generators = measureGenerators(subjects, { work, rounds, progress });
const secondVersion = [
  ...oursBeside('Lading, `spec/`', join(work, 'spec'), true),
  ...oursBeside('Lading, published', join(work, 'two'), true),
  ...(havePublished(['1.44', '1.41']) ? peersBeside(generators, { work, converted: convert('1.41') }) : []),
];
const clientSettings = settingsOf(rounds < 3, progress);
const clientLoad = loadavg()[0] ?? 0;
const client = chosen({ id: 'client' }) ? await measureClient(clientSettings) : [];
const serverSettings = serverSettingsOf(rounds < 3, progress);
const serverLoad = loadavg()[0] ?? 0;
const server = chosen({ id: 'server' }) && haveSpec() ? await measureServer(serverSettings) : undefined;
const docsLoad = loadavg()[0] ?? 0;
const docs = chosen({ id: 'docs' }) && existsSync(browser) ? await measureReferences() : [];
const watchLoad = loadavg()[0] ?? 0;
const watchRounds = Math.max(11, rounds);
const watch = chosen({ id: 'watch' }) && haveSpec() ? await measureWatch({ rounds: watchRounds, progress }) : [];
const compiled = measureSamples(samples(newer).filter(chosen), { work, rounds, progress });
progress('');

/** @type {import('./report/result-markdown.mjs').Result & { readonly client: readonly import('./client/measure-client.mjs').Row[],
 *   readonly docs: readonly import('./docs/measure-docs.mjs').Row[],
 *   readonly watch: readonly import('./watch/measure-watch.mjs').Row[],
 *   readonly server?: Awaited<ReturnType<typeof measureServer>> }} */
const result = {
  machine: {
    date: new Date().toISOString().slice(0, 10),
    cores: cpus().length,
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    load,
    node: process.versions.node,
    method,
    rounds,
  },
  peers: peers.versions,
  skipped,
  generators,
  secondVersion,
  samples: compiled,
  client,
  docs,
  watch,
  ...(server !== undefined && { server }),
};
const figures = markdown(result);
const ofServer = server === undefined ? '' : serverFigures(server, serverSettings, serverLoad);
const ofClient = client.length === 0 ? '' : clientFigures(client, clientSettings, clientLoad);
const ofWatch = watch.length === 0 ? '' : watchFigures(watch, watchRounds, watchLoad);
const ofDocs = docs.length === 0 ? '' : docsFigures(docs, rounds, docsLoad);
process.stdout.write(
  options.json
    ? `${JSON.stringify(result, null, 2)}\n`
    : `${[figures, ofWatch, ofClient, ofServer, ofDocs].join('\n\n')}\n`,
);
const failed = [...generators, ...secondVersion, ...compiled].some((row) => row.failed !== undefined);
// An incomplete table must not replace a complete one.
if (!options.json && options.only === undefined && skipped.length === 0 && !failed) {
  const parts = Object.entries({
    figures,
    watch: ofWatch,
    client: ofClient,
    server: ofServer,
    docs: ofDocs,
  });
  for (const [marker, partFigures] of parts) writeResult(readme, marker, partFigures);
} else process.stderr.write('The README is unchanged.\n');
process.exitCode = failed ? 1 : 0;

/** Lists what cannot be measured on this machine, each with the reason. */
function missing() {
  return [
    ...(haveSpec() ? [] : ['there is no spec/versions.yaml: measurements of the specification']),
    ...(havePublished(['1.44', '1.41'])
      ? []
      : ['the published documents (../shared/upstream) are missing: the peers, and measurements of these documents']),
    ...(existsSync(browser)
      ? []
      : [`there is no browser at ${browser} (apt-get install chromium, or LADING_CHROMIUM): the docs`]),
  ];
}

function measureReferences() {
  references.install();
  return measureDocs({ rounds, progress });
}

/**
 * The published document as OpenAPI 3.0, for tools that read nothing else. The conversion is measured separately.
 * @param {string} version
 */
function convert(version) {
  const converted = join(work, `converted-${version}.json`);
  const args = [ofPeer('swagger2openapi/swagger2openapi.js'), publishedDocument(version), '-p', '-o', converted];
  if (havePublished([version])) run({ args });
  return converted;
}
