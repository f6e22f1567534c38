/** The measured generators, Lading and its peers, as data. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { haveSpec, lading, ofPeer, publishedDocument, repository } from '../places.mjs';
import { sourceOf } from '../two-versions.mjs';

/**
 * @typedef {object} Subject
 * @property {string} id its name in `--only` and in the JSON output
 * @property {string} tool
 * @property {string} task what it generates, for the table
 * @property {'ours' | 'peer'} side
 * @property {readonly string[]} versions the published documents that it reads; none if it reads `spec/`
 * @property {(out: string) => import('../measure/run.mjs').Command} command
 * @property {boolean} [again] whether the measured run is a second one with the same output; otherwise the run is cold: into a
 *   new folder and without a cache
 * @property {{ readonly cpu?: number, readonly peak?: number } | undefined} [targets] the maxima of the figures, in seconds and megabytes
 */

/** The Node 22 of the peers' installation, for peers that do not run on 20. */
export const node22 = ofPeer('node/bin/node');

const current = publishedDocument('1.44');

/**
 * @param {readonly string[]} args
 * @returns {Subject['command']}
 */
const ours =
  (...args) =>
  (out) => ({ args: [lading, 'generate', ...sourceOf(args), '--out', out, '--quiet'] });

const older = publishedDocument('1.41');

/**
 * @param {string} tool @param {readonly string[]} versions
 * @param {readonly (readonly [id: string, task: string, args: readonly string[], rest?: Partial<Subject>])[]} runs
 * @returns {readonly Subject[]}
 */
const ladingRuns = (tool, versions, runs) =>
  runs.map(([id, task, args, rest]) => ({ id, tool, task, side: 'ours', versions, command: ours(...args), ...rest }));

const quick = { again: true, targets: { cpu: 0.5, peak: 250 } };
const fromSpec = ladingRuns(
  'Lading, `spec/`',
  [],
  [
    ['spec', 'both versions, named types', ['--no-paths'], { targets: { cpu: 1.4, peak: 250 } }],
    ['spec-paths', 'both versions, with `paths`', [], { targets: { cpu: 3.0, peak: 350 } }],
    ['spec-again', 'second run, named types, nothing changed', ['--no-paths'], quick],
    [
      'spec-paths-again',
      'second run, with `paths`, nothing changed',
      [],
      { ...quick, targets: { cpu: 0.5, peak: 350 } },
    ],
    ['spec-check', '`--check`, with `paths`', ['--check'], { again: true }],
  ],
);

const one = ['--document', current];
const two = [...one, '--document', older];

/** Clients and validators, by the file of their emitter, whose name is not installed beside the configuration. @type {Subject['command']} */
const withValidators = (out) => {
  const config = `${out}.config.json`;
  const emitter = join(repository, 'packages', 'emit', 'validators', 'dist', 'index.js');
  writeFileSync(
    config,
    JSON.stringify({ documents: [current], emitters: [['types', { paths: false }], 'client', emitter], out }),
  );
  return { args: [lading, 'generate', '--config', config, '--quiet'] };
};
const fromPublished = [
  ...ladingRuns(
    'Lading, published',
    ['1.44'],
    [
      ['one', 'v1.44, named types', [...one, '--no-paths'], { targets: { cpu: 1.0, peak: 250 } }],
      ['one-paths', 'v1.44, with `paths`', one],
      ['one-zod', 'v1.44, types, client and validators of zod', [], { command: withValidators }],
    ],
  ),
  ...ladingRuns(
    'Lading, published',
    ['1.44', '1.41'],
    [
      ['two', 'v1.44 and v1.41, named types', [...two, '--no-paths']],
      ['two-paths', 'v1.44 and v1.41, with `paths`', two],
    ],
  ),
];

/**
 * The peers on one published version. Those that support Swagger 2.0 read the unconverted document.
 * @param {string} version
 * @param {string} converted the same document as OpenAPI 3.0
 * @returns {readonly Subject[]}
 */
export function peersOn(version, converted) {
  const document = publishedDocument(version);
  const heyApi = [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-p', '@hey-api/typescript', '--no-log-file'];
  const swagger = [ofPeer('swagger-typescript-api/dist/cli.mjs'), 'generate', '-n', 'api.ts', '--no-client'];
  /** @type {readonly [id: string, tool: string, task: string, args: (out: string) => readonly string[], node?: string][]} */
  const tools = [
    [
      'conversion',
      'swagger2openapi',
      'conversion only, for openapi-typescript',
      (out) => [ofPeer('swagger2openapi/swagger2openapi.js'), document, '-p', '-o', `${out}/api.json`],
    ],
    [
      'openapi-typescript',
      'openapi-typescript',
      'types, `paths` (document converted in advance)',
      (out) => [ofPeer('openapi-typescript/bin/cli.js'), converted, '-o', `${out}/api.ts`],
    ],
    [
      'hey-api',
      '@hey-api/openapi-ts',
      'types only (`-p @hey-api/typescript`)',
      (out) => [...heyApi, '-i', document, '-o', out],
      node22,
    ],
    [
      'hey-api-zod',
      '@hey-api/openapi-ts, zod',
      'types, client and validators of zod',
      (out) => [
        ofPeer('@hey-api/openapi-ts/bin/run.js'),
        ...['-p', '@hey-api/typescript', '@hey-api/sdk', 'zod', '@hey-api/client-fetch'],
        ...['--no-log-file', '-i', document, '-o', out],
      ],
      node22,
    ],
    [
      'orval',
      'orval',
      'types and fetch functions (no types-only mode)',
      (out) => [
        ofPeer('orval/dist/bin/orval.mjs'),
        ...['--input', document, '--output', `${out}/api.ts`, '--client', 'fetch'],
      ],
      node22,
    ],
    [
      'swagger-typescript-api',
      'swagger-typescript-api',
      'types only (`--no-client`)',
      (out) => [...swagger, '-p', document, '-o', out],
    ],
  ];
  return tools.map(([id, tool, task, args, node]) => ({
    id: `${id}-${version}`,
    tool,
    task,
    side: 'peer',
    versions: [version],
    command: (out) => ({ args: args(out), ...(node !== undefined && { node }) }),
  }));
}

/** @returns {readonly Subject[]} the runs of Lading that are possible on this machine */
export function ladingSubjects() {
  return [...(haveSpec() ? fromSpec : []), ...fromPublished];
}
