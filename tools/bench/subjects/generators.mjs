/** The measured generators, Lading and its peers, as data. */
import { haveSpec, lading, ofPeer, publishedDocument } from '../places.mjs';
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
 * @property {{ readonly cpu?: number, readonly peak?: number }} [targets] the maxima of the figures, in seconds and megabytes
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

/** @type {readonly string[]} */
const bothPublished = ['--document', current, '--document', publishedDocument('1.41')];

/** @type {readonly Subject[]} */
const fromSpec = [
  { id: 'spec', task: 'both versions, named types', command: ours('--no-paths'), targets: { cpu: 1.4, peak: 250 } },
  { id: 'spec-paths', task: 'both versions, with `paths`', command: ours(), targets: { cpu: 3.0, peak: 350 } },
  {
    id: 'spec-again',
    task: 'second run, named types, nothing changed',
    command: ours('--no-paths'),
    again: true,
    targets: { cpu: 0.5, peak: 250 },
  },
  {
    id: 'spec-paths-again',
    task: 'second run, with `paths`, nothing changed',
    command: ours(),
    again: true,
    targets: { cpu: 0.5, peak: 350 },
  },
  { id: 'spec-check', task: '`--check`, with `paths`', command: ours('--check'), again: true },
].map((subject) => ({ ...subject, tool: 'Lading, `spec/`', side: 'ours', versions: [] }));

/** @type {readonly Subject[]} */
const fromPublished = [
  {
    id: 'one',
    task: 'v1.44, named types',
    versions: ['1.44'],
    command: ours('--document', current, '--no-paths'),
    targets: { cpu: 1.0, peak: 250 },
  },
  { id: 'one-paths', task: 'v1.44, with `paths`', versions: ['1.44'], command: ours('--document', current) },
  {
    id: 'two',
    task: 'v1.44 and v1.41, named types',
    versions: ['1.44', '1.41'],
    command: ours(...bothPublished, '--no-paths'),
  },
  {
    id: 'two-paths',
    task: 'v1.44 and v1.41, with `paths`',
    versions: ['1.44', '1.41'],
    command: ours(...bothPublished),
  },
].map((subject) => ({ ...subject, tool: 'Lading, published', side: 'ours' }));

/**
 * The peers on one published version. Those that support Swagger 2.0 read the unconverted document.
 * @param {string} version
 * @param {string} converted the same document as OpenAPI 3.0
 * @returns {readonly Subject[]}
 */
export function peersOn(version, converted) {
  const document = publishedDocument(version);
  /** @type {readonly Omit<Subject, 'side' | 'versions'>[]} */
  const tools = [
    {
      id: `conversion-${version}`,
      tool: 'swagger2openapi',
      task: 'conversion only, for openapi-typescript',
      command: (out) => ({
        args: [ofPeer('swagger2openapi/swagger2openapi.js'), document, '-p', '-o', `${out}/api.json`],
      }),
    },
    {
      id: `openapi-typescript-${version}`,
      tool: 'openapi-typescript',
      task: 'types, `paths` (document converted in advance)',
      command: (out) => ({ args: [ofPeer('openapi-typescript/bin/cli.js'), converted, '-o', `${out}/api.ts`] }),
    },
    {
      id: `hey-api-${version}`,
      tool: '@hey-api/openapi-ts',
      task: 'types only (`-p @hey-api/typescript`)',
      command: (out) => ({
        node: node22,
        args: [
          ofPeer('@hey-api/openapi-ts/bin/run.js'),
          '-i',
          document,
          '-o',
          out,
          '-p',
          '@hey-api/typescript',
          '--no-log-file',
        ],
      }),
    },
    {
      id: `orval-${version}`,
      tool: 'orval',
      task: 'types and fetch functions (no types-only mode)',
      command: (out) => ({
        node: node22,
        args: [
          ofPeer('orval/dist/bin/orval.mjs'),
          '--input',
          document,
          '--output',
          `${out}/api.ts`,
          '--client',
          'fetch',
        ],
      }),
    },
    {
      id: `swagger-typescript-api-${version}`,
      tool: 'swagger-typescript-api',
      task: 'types only (`--no-client`)',
      command: (out) => ({
        args: [
          ofPeer('swagger-typescript-api/dist/cli.mjs'),
          'generate',
          '-p',
          document,
          '-o',
          out,
          '-n',
          'api.ts',
          '--no-client',
        ],
      }),
    },
  ];
  return tools.map((tool) => ({ ...tool, side: 'peer', versions: [version] }));
}

/** @returns {readonly Subject[]} the runs of Lading that are possible on this machine */
export function ladingSubjects() {
  return [...(haveSpec() ? fromSpec : []), ...fromPublished];
}
