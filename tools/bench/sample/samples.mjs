/** The sample programs, each with the tool whose output it uses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { haveSpec, lading, ofPeer, publishedDocument } from '../places.mjs';
import { sourceOf } from '../two-versions.mjs';
import { node22, peersOn } from '../subjects/generators.mjs';

/**
 * @typedef {object} Sample
 * @property {string} id
 * @property {string} title
 * @property {string} program the file in `programs/`
 * @property {'ours' | 'peer'} side
 * @property {boolean} [needsPublished]
 * @property {readonly string[]} [lib] libraries in addition to ES2023
 * @property {readonly string[]} [types]
 * @property {{ readonly command: (out: string) => import('../measure/run.mjs').Command, readonly entry: string,
 *   readonly built?: string }} [generated] the module that the program imports; `built` is the project to compile first
 * @property {{ readonly instantiations: number, readonly errors: number }} [targets]
 */

const programs = fileURLToPath(new URL('programs', import.meta.url));
const current = publishedDocument('1.44');
const targets = { instantiations: 500, errors: 0 };

/** @param {readonly string[]} args */
const ours = (...args) => ({ ...source(...args), built: 'v1.44/types', entry: 'v1.44/types/dist/index.d.ts' });

/** The generated files, uncompiled. @param {readonly string[]} args */
const source = (...args) => ({
  command: (/** @type {string} */ out) => ({ args: [lading, 'generate', ...sourceOf(args), '--out', out, '--quiet'] }),
  entry: 'v1.44/types/gen/index.ts',
});

/**
 * @param {string} converted
 * @param {string} id
 */
function peer(converted, id) {
  const subject = peersOn('1.44', converted).find((candidate) => candidate.id === `${id}-1.44`);
  if (subject === undefined) throw new Error(`There is no peer ${id}`);
  return subject.command;
}

/**
 * @param {string} converted the published document as OpenAPI 3.0
 * @returns {readonly Sample[]}
 */
export function samples(converted) {
  const published = ours('--document', current);
  /** @type {readonly Sample[]} */
  const all = [
    { id: 'nothing', title: '(an empty program)', program: 'nothing', side: 'peer' },
    ...(haveSpec()
      ? [
          sample('lading-spec', 'Lading, `spec/`', 'lading', { side: 'ours', generated: ours(), targets }),
          sample('lading-spec-source', 'Lading, `spec/`, uncompiled generated files', 'lading', {
            side: 'ours',
            generated: source(),
            targets,
          }),
          sample('lading-spec-paths', 'Lading, `spec/`, `paths` and openapi-fetch', 'openapi-fetch', {
            side: 'ours',
            generated: { ...ours(), entry: 'v1.44/types/dist/paths.d.ts' },
            lib: ['DOM'],
          }),
        ]
      : []),
    sample('lading', 'Lading, published', 'lading', {
      side: 'ours',
      needsPublished: true,
      generated: published,
      targets,
    }),
    sample('lading-source', 'Lading, published, uncompiled generated files', 'lading', {
      side: 'ours',
      needsPublished: true,
      generated: source('--document', current),
      targets,
    }),
    sample('lading-paths', 'Lading, published, `paths` and openapi-fetch', 'openapi-fetch', {
      side: 'ours',
      needsPublished: true,
      generated: { ...published, entry: 'v1.44/types/dist/paths.d.ts' },
      lib: ['DOM'],
    }),
    sample('openapi-typescript', 'openapi-typescript and openapi-fetch', 'openapi-fetch', {
      needsPublished: true,
      generated: { command: peer(converted, 'openapi-typescript'), entry: 'api.ts' },
      lib: ['DOM'],
    }),
    sample(
      'openapi-typescript-open',
      'openapi-typescript `--default-non-nullable=false` and openapi-fetch',
      'openapi-fetch',
      {
        needsPublished: true,
        generated: {
          command: (out) => {
            const command = peer(converted, 'openapi-typescript')(out);
            return { ...command, args: [...command.args, '--default-non-nullable=false'] };
          },
          entry: 'api.ts',
        },
        lib: ['DOM'],
      },
    ),
    sample('hey-api', '@hey-api/openapi-ts, its client', 'hey-api', {
      needsPublished: true,
      generated: {
        command: (out) => ({
          node: node22,
          args: [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-i', current, '-o', out],
        }),
        entry: 'index.ts',
      },
      lib: ['DOM', 'DOM.Iterable'],
    }),
    sample('hey-api-types', '@hey-api/openapi-ts, types only', 'hey-api-types', {
      needsPublished: true,
      generated: { command: peer(converted, 'hey-api'), entry: 'index.ts' },
      lib: ['DOM'],
    }),
    sample('orval', 'orval, its fetch functions', 'orval', {
      needsPublished: true,
      generated: { command: peer(converted, 'orval'), entry: 'api.ts' },
      lib: ['DOM', 'DOM.Iterable'],
    }),
    sample('swagger-typescript-api', 'swagger-typescript-api, its client', 'swagger-typescript-api', {
      needsPublished: true,
      generated: {
        command: (out) => ({
          args: [ofPeer('swagger-typescript-api/dist/cli.mjs'), 'generate', '-p', current, '-o', out, '-n', 'api.ts'],
        }),
        entry: 'api.ts',
      },
      lib: ['DOM', 'DOM.Iterable'],
    }),
    sample('swagger-typescript-api-types', 'swagger-typescript-api, types only', 'swagger-typescript-api-types', {
      needsPublished: true,
      generated: { command: peer(converted, 'swagger-typescript-api'), entry: 'api.ts' },
      lib: ['DOM'],
    }),
    sample('dockerode', '@types/dockerode', 'dockerode', { types: ['node'] }),
    sample('docker-node-sdk', '@docker/node-sdk', 'docker-node-sdk', { types: ['node'], lib: ['DOM'] }),
  ];
  return all.filter(({ needsPublished }) => needsPublished !== true || existsSync(current));
}

/**
 * @param {string} id
 * @param {string} title
 * @param {string} program
 * @param {Partial<Sample>} rest
 * @returns {Sample}
 */
function sample(id, title, program, rest) {
  return { side: 'peer', ...rest, id, title, program };
}

/** @param {Sample} sample */
export const programOf = ({ program }) => join(programs, `${program}.ts`);
