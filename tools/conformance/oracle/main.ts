// The command: records both arms at each version, compares them, and reports the cells.

import { createHash, randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle, repository } from '../check/document.js';
import { clients } from '../drivers/clients.js';
import { defaultHome } from '../drivers/engine-tree.js';
import { quickDrivers } from './parts.js';
import { findings, report, totals } from './report.js';
import { oracleFolder, readDeviations, rules } from './lists.js';
import { runOracle, type OracleOptions } from './run.js';

/** As the commands of `tools/run` have them: a value, what it means, and the default. */
export const options: Readonly<Record<string, readonly [value: string, about: string, byDefault?: string | number]>> = {
  engine: ['NAME', 'the engine: 20.10, 26.1 or 28.5', '26.1'],
  'bridged-engine': ['NAME', 'the engine behind the bridge, if it is another one: the arms compare two engines'],
  home: ['FOLDER…', 'an installation of the engine; several run arms in parallel ($LADING_ENGINES)'],
  versions: ['LIST', 'versions and ranges: 1.24-1.43 or 1.24,1.30', '1.24-1.43'],
  sample: ['N', 'only N of the versions, drawn by the seed'],
  draw: ['N', 'only N of the drivers that take seconds, drawn by the seed'],
  seed: ['N', 'the seed of the sample (printed when drawn)'],
  client: ['NAME', 'the client: http, which calls every operation, dockerode or cli', 'http'],
  drivers: ['LIST', 'only these drivers of drivers/requests, after setup'],
  bridge: ['COMMAND', 'the bridge; {engine} and {listen} are the paths of two unix sockets', ''],
  repeats: ['N', 'recordings of both arms at most: a part that differs is recorded again', 2],
  direct: ['', 'record the direct arms only, for a later comparison with --recordings'],
  recordings: ['FOLDER', 'store the recordings of the arms; those that exist are used again'],
  out: ['FILE', 'write the table as Markdown'],
};

/** The values of the options. */
type Values = ReturnType<typeof JSON.parse>;

export const command = {
  about:
    'Compares what a client gets through a bridge with what the same engine answers directly, at each API version. As root.',
  options,
  async run(values: Values, { progress }: { readonly progress: (line: string) => void }) {
    const given = readOptions(values);
    const { engine, bridgedEngine, direct } = given;
    const folder: string = values.recordings ?? mkdtempSync(join(tmpdir(), 'lading-oracle-'));
    // Two engines differ in more than a bridge can convert.
    const deviations = engine === bridgedEngine ? 'deviations.yaml' : `deviations-${bridgedEngine}.yaml`;
    const outcome = await runOracle({
      ...given,
      folder,
      // An engine has every route at every version.
      document: await bundle('1.44'),
      rules,
      deviations: readDeviations(readFileSync(join(oracleFolder, deviations), 'utf8'), deviations, engine),
      log: progress,
    });
    const command = `oracle.mjs ${process.argv.slice(2).join(' ')}`.replaceAll(`${repository}/`, '');
    const date = new Date().toISOString().slice(0, 10);
    const result = { engine, bridgedEngine, command, date, versions: given.versions, ...outcome };
    if (values.out !== undefined) writeFileSync(values.out, report(result));
    const failed = result.cells.some(({ state }) => state === 'different' || state === 'missing');
    if (failed) progress(findings(result, true));
    return { text: direct ? `The recordings are in ${folder}` : totals(result), json: result, failed };
  },
};

/** @throws Error for a value that cannot be used, or without a bridge to compare */
export function readOptions(values: Values): OracleOptions {
  const { client, direct, bridge, sample: few, draw } = values;
  if (direct && values.recordings === undefined)
    throw new Error('--direct: needs --recordings FOLDER, where the recordings stay');
  if (!direct && bridge === '')
    throw new Error("--bridge: needs a command, such as --bridge 'node bridge.mjs {listen} {engine}'");
  const isDrawn = few !== undefined || draw !== undefined;
  const seed: number = values.seed ?? randomInt(2 ** 31);
  if (isDrawn) process.stderr.write(`--seed ${seed}\n`);
  const all = versionRange(values.versions);
  return {
    ...values,
    bridgedEngine: values['bridged-engine'] ?? values.engine,
    homes: values.home ?? [defaultHome],
    versions: few === undefined ? all : sample(all, few, seed),
    drivers: driverNames(client, draw === undefined ? values.drivers : sample(quickDrivers, draw, seed).join(',')),
  };
}

/** The versions of a list of versions and ranges. @throws Error when an element is neither */
export function versionRange(list: string): readonly string[] {
  return list.split(',').flatMap((element) => {
    const [, first, last = first] = /^1\.(\d+)(?:-1\.(\d+))?$/.exec(element.trim()) ?? [];
    if (first === undefined || Number(last) < Number(first))
      throw new Error(`--versions ${list}: \`${element}\` is no version and no range; give for example 1.24-1.43`);
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, index) => `1.${Number(first) + index}`);
  });
}

/** Draws `count` of the values in their order: the same seed draws the same ones. */
export function sample<T>(values: readonly T[], count: number, seed: number): readonly T[] {
  const ranks = values.map((_, index) => createHash('sha256').update(`${seed} ${index}`).digest('hex'));
  const drawn = new Set(ranks.toSorted().slice(0, count));
  return values.filter((_, index) => drawn.has(ranks[index] ?? ''));
}

function driverNames(client: string, list: string | undefined): readonly string[] {
  const names = Object.keys(clients[client] ?? {});
  if (names.length === 0)
    throw new Error(`--client ${client}: is unknown; there are ${Object.keys(clients).join(', ')}`);
  const wanted = list?.split(',');
  const unknown = wanted?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`--drivers ${list}: ${unknown} is unknown; there are ${names.join(', ')}`);
  return names.filter((name) => name === 'setup' || wanted?.includes(name) !== false);
}
