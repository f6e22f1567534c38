/** The sample programs, each with the tool whose output it uses. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { haveSpec, lading, ofPeer, publishedDocument } from '../places.mjs';
import { node22, peersOn } from '../subjects/generators.mjs';
import { sourceOf } from '../two-versions.mjs';

/**
 * @typedef {object} Sample
 * @property {string} id
 * @property {string} title
 * @property {string} program the file in `programs/`
 * @property {'ours' | 'peer'} side
 * @property {readonly string[]} [lib] libraries in addition to ES2023
 * @property {readonly string[]} [types]
 * @property {{ readonly command: (out: string) => import('../measure/run.mjs').Command, readonly entry: string,
 *   readonly built?: string }} [generated] the module that the program imports; `built` is the project to compile first
 * @property {{ readonly instantiations: number, readonly errors: number } | undefined} [targets]
 */

const programs = fileURLToPath(new URL('programs', import.meta.url));
const current = publishedDocument('1.44');
const targets = { instantiations: 500, errors: 0 };
const lib = ['DOM'];
const iterable = ['DOM', 'DOM.Iterable'];

/** @param {string} id @param {string} title @param {string} program @param {Partial<Sample>} [rest] @returns {Sample} */
const sample = (id, title, program, rest) => ({ side: 'peer', id, title, program, ...rest });

/** The programs with our types: compiled, as generated, and with `paths`. @param {string} id @param {string} title @param {readonly string[]} args */
function ours(id, title, args) {
  const command = (/** @type {string} */ out) => ({
    args: [lading, 'generate', ...sourceOf(args), '--out', out, '--quiet'],
  });
  const uncompiled = { command, entry: 'v1.44/types/gen/index.ts' };
  const compiled = { command, built: 'v1.44/types', entry: 'v1.44/types/dist/index.d.ts' };
  const paths = { ...compiled, entry: 'v1.44/types/dist/paths.d.ts' };
  const side = /** @type {const} */ ('ours');
  return [
    sample(id, title, 'lading', { side, targets, generated: compiled }),
    sample(`${id}-source`, `${title}, uncompiled generated files`, 'lading', { side, targets, generated: uncompiled }),
    sample(`${id}-paths`, `${title}, \`paths\` and openapi-fetch`, 'openapi-fetch', { side, lib, generated: paths }),
  ];
}

/** @param {string} converted the published document as OpenAPI 3.0 @returns {readonly Sample[]} */
function ofPeers(converted) {
  const commandOf = (/** @type {string} */ id) => {
    const subject = peersOn('1.44', converted).find((candidate) => candidate.id === `${id}-1.44`);
    if (subject === undefined) throw new Error(`There is no peer ${id}`);
    return subject.command;
  };
  const strict = commandOf('openapi-typescript');
  const open = (/** @type {string} */ out) => ({ args: [...strict(out).args, '--default-non-nullable=false'] });
  const heyApi = (/** @type {string} */ out) => ({
    node: node22,
    args: [ofPeer('@hey-api/openapi-ts/bin/run.js'), '-i', current, '-o', out],
  });
  const swagger = (/** @type {string} */ out) => ({
    args: [ofPeer('swagger-typescript-api/dist/cli.mjs'), 'generate', '-p', current, '-o', out, '-n', 'api.ts'],
  });
  /** @type {[id: string, title: string, program: string, command: NonNullable<Sample['generated']>['command'], lib: readonly string[], entry?: string][]} */
  const rows = [
    ['openapi-typescript', 'openapi-typescript and openapi-fetch', 'openapi-fetch', strict, lib],
    [
      'openapi-typescript-open',
      'openapi-typescript `--default-non-nullable=false` and openapi-fetch',
      'openapi-fetch',
      open,
      lib,
    ],
    ['hey-api', '@hey-api/openapi-ts, its client', 'hey-api', heyApi, iterable, 'index.ts'],
    ['hey-api-types', '@hey-api/openapi-ts, types only', 'hey-api-types', commandOf('hey-api'), lib, 'index.ts'],
    ['orval', 'orval, its fetch functions', 'orval', commandOf('orval'), iterable],
    ['swagger-typescript-api', 'swagger-typescript-api, its client', 'swagger-typescript-api', swagger, iterable],
    [
      'swagger-typescript-api-types',
      'swagger-typescript-api, types only',
      'swagger-typescript-api-types',
      commandOf('swagger-typescript-api'),
      lib,
    ],
  ];
  return rows.map(([id, title, program, command, libraries, entry = 'api.ts']) =>
    sample(id, title, program, { lib: libraries, generated: { command, entry } }),
  );
}

/** @param {string} converted the published document as OpenAPI 3.0 @returns {readonly Sample[]} */
export function samples(converted) {
  return [
    sample('nothing', '(an empty program)', 'nothing'),
    ...(haveSpec() ? ours('lading-spec', 'Lading, `spec/`', []) : []),
    ...(existsSync(current)
      ? [...ours('lading', 'Lading, published', ['--document', current]), ...ofPeers(converted)]
      : []),
    sample('dockerode', '@types/dockerode', 'dockerode', { types: ['node'] }),
    sample('docker-node-sdk', '@docker/node-sdk', 'docker-node-sdk', { types: ['node'], lib }),
  ];
}

/** @param {Sample} sample */
export const programOf = ({ program }) => join(programs, `${program}.ts`);
