/** The measured generators, Lading and its peers, and the sample programs that use their output: the rows of `generators.yaml`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { havePublished, lading, ofPeer, publishedDocument, repository } from '../places.mjs';

/**
 * @typedef {import('../measure/run.mjs').Command} Command
 * @typedef {{ id: string, tool: string, task: string, side: 'ours' | 'peer', command: (out: string) => Command,
 *   again?: boolean, targets?: { cpu?: number, peak?: number }, beside?: { peer: string, most: number } }} Subject
 *   `id`: its name in `--only`; `targets`: the maxima of the figures, in seconds and megabytes
 * @typedef {{ id: string, title: string, program: string, lib?: readonly string[], types?: readonly string[], side?: 'ours' | 'peer',
 *   command?: (out: string) => Command, entry?: string, built?: string, targets?: { instantiations: number, errors: number } }} Sample
 *   `entry`: the module that the program imports, of what the command generates; `built` is the project to compile first
 */

const { ours, peers, samples: rows } = parse(readFileSync(new URL('generators.yaml', import.meta.url), 'utf8'));

/** The Node 22 of the peers' installation, for peers that do not run on 20. */
export const node22 = ofPeer('node/bin/node');

/** @typedef {Readonly<Record<string, string>>} Values what the arguments name: documents of versions, and the specification */

/** @param {Values} values */
const filled = (args, values) =>
  args.map((/** @type {string} */ arg) => arg.replace(/^\$(\w+)/, (_, name) => values[name] ?? ''));

/** @param {Values} values @returns {Subject['command']} */
const ourCommand = (args, values) => (out) => ({
  args: [lading, 'generate', ...filled(args, values), '--out', out, '--quiet'],
});

/** The command of a peer: a file of its package, and arguments. @param {Values} values @returns {Subject['command']} */
const peerCommand = ({ args: [file, ...args], node22: isNewer }, values) => {
  return (out) => ({ args: [ofPeer(file), ...filled(args, { ...values, out })], ...(isNewer && { node: node22 }) });
};

/** Generates clients and validators, by the file of their emitter, whose name is not installed beside the configuration. @type {Subject['command']} */
const withValidators = (out) => {
  const config = `${out}.config.json`;
  const validators = join(repository, 'packages', 'emit', 'validators', 'dist', 'index.js');
  const emitters = [['types', { paths: false }], 'client', validators];
  writeFileSync(config, JSON.stringify({ documents: [publishedDocument('1.44')], emitters, out }));
  return { args: [lading, 'generate', '--config', config, '--quiet'] };
};

/** The runs of Lading that are possible on this machine. @param {Values} values @returns {readonly Subject[]} */
export const ladingSubjects = (values) =>
  ours
    .filter(({ versions }) => havePublished(versions))
    .flatMap(({ tool, runs }) =>
      runs.map(({ args, ...run }) => {
        return { ...run, tool, side: 'ours', command: args === undefined ? withValidators : ourCommand(args, values) };
      }),
    );

/** The peers on one published version. @param {string} version @param {Values} values @returns {readonly Subject[]} */
export const peersOn = (version, values) =>
  peers.map(({ id, tool, task, ...peer }) => {
    return { id: `${id}-${version}`, tool, task, side: 'peer', command: peerCommand(peer, values) };
  });

/** The sample programs that are possible on this machine. @param {Values} values @returns {readonly Sample[]} */
export const samplesOf = (values) =>
  rows
    .filter(({ ours: args, entry }) => entry === undefined || args?.includes('$spec') || havePublished(['1.44']))
    .map(({ program, ours: args, peer, more = [], ...row }) => {
      const sample = { program: program ?? row.id, ...row };
      if (row.entry === undefined) return sample;
      if (args !== undefined) return { ...sample, side: 'ours', command: ourCommand(args, values) };
      const generator = peers.find(({ id }) => id === peer) ?? row;
      const command = peerCommand({ ...generator, args: [...generator.args, ...more] }, values);
      return { ...sample, side: 'peer', command };
    });
