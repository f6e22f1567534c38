/** The measured generators, Lading and its peers, and the sample programs that use their output. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { havePublished, haveSpec, lading, ofPeer, publishedDocument, repository } from '../places.mjs';
import { sourceOf } from '../two-versions.mjs';

/**
 * @typedef {import('../measure/run.mjs').Command} Command
 * @typedef {{ id: string, tool: string, task: string, side: 'ours' | 'peer', versions: readonly string[], command: (out: string) => Command,
 *   again?: boolean, targets?: { cpu?: number, peak?: number }, beside?: { peer: string, most: number } }} Subject
 *   `id`: its name in `--only`; `targets`: the maxima of the figures, in seconds and megabytes
 * @typedef {{ id: string, title: string, program: string, side: 'ours' | 'peer', lib?: readonly string[], types?: readonly string[],
 *   generated?: { command: (out: string) => Command, entry: string, built?: string },
 *   targets?: { instantiations: number, errors: number } }} Sample
 *   `generated`: the module that the program imports; `built` is the project to compile first
 */

const { ours, peers, samples: peerSamples } = parse(readFileSync(new URL('generators.yaml', import.meta.url), 'utf8'));

/** The Node 22 of the peers' installation, for peers that do not run on 20. */
export const node22 = ofPeer('node/bin/node');

const current = publishedDocument('1.44');
const older = publishedDocument('1.41');

/** Replaces the variables of arguments. @param {readonly string[]} args @param {Readonly<Record<string, string>>} values */
const filled = (args, values) => args.map((arg) => arg.replace(/^\$(\w+)/, (_, name) => values[name] ?? ''));

/** Runs `generate`. @param {readonly string[]} args @returns {Subject['command']} */
const ladingCommand = (args) => (out) => ({
  args: [lading, 'generate', ...sourceOf(filled(args, { document: current, older })), '--out', out, '--quiet'],
});

/** Generates clients and validators, by the file of their emitter, whose name is not installed beside the configuration. @type {Subject['command']} */
const withValidators = (out) => {
  const config = `${out}.config.json`;
  const emitter = join(repository, 'packages', 'emit', 'validators', 'dist', 'index.js');
  writeFileSync(
    config,
    JSON.stringify({ documents: [current], emitters: [['types', { paths: false }], 'client', emitter], out }),
  );
  return { args: [lading, 'generate', '--config', config, '--quiet'] };
};

/** @returns {readonly Subject[]} the runs of Lading that are possible on this machine */
export function ladingSubjects() {
  return ours
    .filter(({ versions }) => (versions.length === 0 ? haveSpec() : havePublished(versions)))
    .flatMap(({ tool, versions, runs }) =>
      runs.map(({ args, validators, ...run }) => {
        return { ...run, tool, versions, side: 'ours', command: validators ? withValidators : ladingCommand(args) };
      }),
    );
}

/** The command of a peer: a file of its package, and arguments. @param {any} peer @param {string} version @param {string} converted @returns {Subject['command']} */
const peerCommand =
  ({ args: [file, ...rest], node22: isNewer }, version, converted) =>
  (out) => ({
    args: [ofPeer(file), ...filled(rest, { document: publishedDocument(version), converted, out })],
    ...(isNewer && { node: node22 }),
  });

/** The peers on one published version. @param {string} version @param {string} converted the same document as OpenAPI 3.0 @returns {readonly Subject[]} */
export function peersOn(version, converted) {
  return peers.map((peer) => ({
    id: `${peer.id}-${version}`,
    tool: peer.tool,
    task: peer.task,
    side: 'peer',
    versions: [version],
    command: peerCommand(peer, version, converted),
  }));
}

/** The programs with our types: compiled, as generated, and with `paths`. @param {readonly string[]} args @returns {Sample[]} */
function ourSamples(id, title, args) {
  const command = ladingCommand(args);
  const source = { command, entry: 'v1.44/types/gen/index.ts' };
  const compiled = { command, built: 'v1.44/types', entry: 'v1.44/types/dist/index.d.ts' };
  const paths = { ...compiled, entry: 'v1.44/types/dist/paths.d.ts' };
  const common = {
    side: /** @type {const} */ ('ours'),
    program: 'lading',
    targets: { instantiations: 500, errors: 0 },
  };
  const { targets: _targets, ...withoutTargets } = common;
  return [
    { ...common, id, title, generated: compiled },
    { ...common, id: `${id}-source`, title: `${title}, uncompiled generated files`, generated: source },
    {
      ...withoutTargets,
      id: `${id}-paths`,
      title: `${title}, \`paths\` and openapi-fetch`,
      program: 'openapi-fetch',
      lib: ['DOM'],
      generated: paths,
    },
  ];
}

/** @param {string} converted the published document as OpenAPI 3.0 @returns {readonly Sample[]} */
export function samples(converted) {
  const ofPeers = peerSamples.map(({ id, title, program = id, peer, more = [], lib, entry = 'api.ts', ...rest }) => {
    const generator = peers.find((one) => one.id === peer) ?? rest;
    const command = peerCommand({ ...generator, args: [...generator.args, ...more] }, '1.44', converted);
    return { id, title, program, side: 'peer', lib, generated: { command, entry } };
  });
  const published = [...ourSamples('lading', 'Lading, published', ['--document', '$document']), ...ofPeers];
  const other = (id, title, more) => ({ id, title, program: id, side: /** @type {const} */ ('peer'), ...more });
  return [
    other('nothing', '(an empty program)'),
    ...(haveSpec() ? ourSamples('lading-spec', 'Lading, `spec/`', []) : []),
    ...(havePublished(['1.44']) ? published : []),
    other('dockerode', '@types/dockerode', { types: ['node'] }),
  ];
}
