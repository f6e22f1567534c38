// The options of the oracle.

import { clients } from '../drivers/clients.js';
import { defaultHome } from '../drivers/engine-tree.js';
import { quickDrivers } from './parts.js';

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
  minutes: ['N', 'begin no recording after N minutes; another run with --recordings continues'],
  operations: ['FILE', 'a bundled document with the operations that count (generated from spec/)'],
  out: ['FILE', 'write the table as Markdown'],
};

/** The values of the options. */
export type Values = ReturnType<typeof JSON.parse>;

export interface OracleOptions {
  readonly engine: string;
  /** The engine of the bridged arm. */
  readonly bridgedEngine: string;
  readonly homes: readonly string[];
  readonly versions: readonly string[];
  readonly client: string;
  readonly drivers: readonly string[];
  readonly bridge: string;
  readonly repeats: number;
  /** Records the direct arms and compares nothing. */
  readonly direct: boolean;
  readonly recordings: string | undefined;
  /** The minutes after which no recording begins. */
  readonly minutes: number;
  readonly operations: string | undefined;
  readonly out: string | undefined;
}

/** @throws Error for a value that cannot be used, or without a bridge to compare */
export function readOptions(values: Values): OracleOptions {
  const { client, direct, bridge, sample: few, draw } = values;
  if (direct && values.recordings === undefined)
    throw new Error('--direct: needs --recordings FOLDER, where the recordings stay');
  if (!direct && bridge === '')
    throw new Error("--bridge: needs a command, such as --bridge 'node bridge.mjs {listen} {engine}'");
  const seed = few === undefined && draw === undefined ? 0 : seedOf(values.seed);
  const all = versionRange(values.versions);
  return {
    ...values,
    bridgedEngine: values['bridged-engine'] ?? values.engine,
    minutes: values.minutes ?? Infinity,
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
  let state = seed >>> 0;
  // A linear congruential generator: the drawn values must only be stable and spread.
  const next = (): number => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0);
  const drawn = values
    .map((value, index) => ({ value, index, order: next() }))
    .sort((a, b) => a.order - b.order)
    .slice(0, count);
  return drawn.sort((a, b) => a.index - b.index).map(({ value }) => value);
}

function seedOf(given: number | undefined): number {
  const seed = given ?? Math.floor(Math.random() * 2 ** 31);
  process.stderr.write(`--seed ${seed}\n`);
  return seed;
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
