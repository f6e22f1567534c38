/** The generators that are measured: ours and its peers, each as data. */
import { haveSpec, lading, sourceOf, ofPeer, publishedDocument } from '../places.mjs';

/**
 * @typedef {object} Subject
 * @property {string} id names it in `--only` and in the JSON
 * @property {string} tool
 * @property {string} task what it makes of what, for the table
 * @property {'ours' | 'peer'} side
 * @property {readonly string[]} versions the published documents it reads; none when it reads `spec/`
 * @property {(out: string) => import('../measure/run.mjs').Command} command
 * @property {boolean} [again] counts is a second run, right after a first one that wrote the same; without it a run is
 *   cold: the folder is fresh and nothing is remembered
 * @property {{ readonly cpu?: number, readonly peak?: number }} [bars] what the figures have to clear: seconds, megabytes
 */

/** The Node 22 of the peers' installation, for those that refuse to run on 20. */
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
  { id: 'spec', task: 'both versions, named types', command: ours('--no-paths'), bars: { cpu: 1.4, peak: 250 } },
  { id: 'spec-paths', task: 'both versions, with `paths`', command: ours(), bars: { cpu: 3.0, peak: 350 } },
  {
    id: 'spec-again',
    task: 'second run, named types, nothing changed',
    command: ours('--no-paths'),
    again: true,
    bars: { cpu: 0.5, peak: 250 },
  },
  {
    id: 'spec-paths-again',
    task: 'second run, with `paths`, nothing changed',
    command: ours(),
    again: true,
    bars: { cpu: 0.5, peak: 350 },
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
    bars: { cpu: 1.0, peak: 250 },
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
 * The peers on one published version. Those that read Swagger 2.0 themselves read it unconverted.
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
      task: 'types, `paths` (converted before)',
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
      task: 'types and fetch functions (it has no types only)',
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

/** @returns {readonly Subject[]} what Lading can be asked for here */
export function ladingSubjects() {
  return [...(haveSpec() ? fromSpec : []), ...fromPublished];
}
