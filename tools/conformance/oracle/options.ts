// The command line of the oracle.

import { parseArgs } from 'node:util';
import { clients } from '../drivers/clients.js';
import { defaultHome } from '../drivers/engine-tree.js';
import { quickDrivers } from './parts.js';

export const usage = `Usage: node tools/conformance/oracle/oracle.mjs [options]

Compares what a client gets through a bridge with what the same engine answers directly, at each API version. As root.

  --engine NAME       the engine: 20.10, 26.1 or 28.5 (26.1)
  --bridged-engine N  the engine behind the bridge, if it is another one: the arms compare two engines
  --home FOLDER       an installation of the engine; several run arms in parallel ($LADING_ENGINES)
  --versions LIST     versions and ranges: 1.24-1.43 or 1.24,1.30 (1.24-1.43)
  --sample N          only N of the versions, drawn by the seed
  --draw N            only N of the drivers that take seconds, drawn by the seed
  --seed S            the seed of the sample (printed when drawn)
  --client NAME       the client: http, which calls every operation, dockerode or cli (http)
  --drivers LIST      only these drivers of drivers/requests, after setup
  --bridge COMMAND    the bridge; {engine} and {listen} are the paths of two unix sockets
  --repeats N         recordings of both arms at most: a part that differs is recorded again (2)
  --direct            records the direct arms only, for a later comparison with --recordings
  --recordings FOLDER stores the recordings of the arms; those that exist are used again
  --minutes N         begins no recording after N minutes; another run with --recordings continues
  --operations FILE   a bundled document with the operations that count (generated from spec/)
  --out FILE          writes the table as Markdown
  --json              prints the result as JSON
  --help              prints this text
`;

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
  readonly json: boolean;
}

/** @throws Error for a value that cannot be used, or without a bridge to compare */
export function readOptions(words: readonly string[]): OracleOptions | 'help' {
  const { values } = parseArgs({
    args: [...words],
    options: {
      engine: { type: 'string', default: '26.1' },
      'bridged-engine': { type: 'string' },
      home: { type: 'string', multiple: true },
      versions: { type: 'string', default: '1.24-1.43' },
      sample: { type: 'string' },
      draw: { type: 'string' },
      seed: { type: 'string' },
      client: { type: 'string', default: 'http' },
      drivers: { type: 'string' },
      bridge: { type: 'string', default: '' },
      repeats: { type: 'string', default: '2' },
      direct: { type: 'boolean', default: false },
      recordings: { type: 'string' },
      minutes: { type: 'string' },
      operations: { type: 'string' },
      out: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return 'help';
  const { engine, client, direct, json, recordings, operations, out } = values;
  if (direct && recordings === undefined)
    throw new Error('--direct: needs --recordings FOLDER, where the recordings stay');
  if (!direct && values.bridge === '')
    throw new Error("--bridge: needs a command, such as --bridge 'node bridge.mjs {listen} {engine}'");
  const { sample: few, draw } = values;
  const seed = few === undefined && draw === undefined ? 0 : seedOf(values.seed);
  const all = versionRange(values.versions);
  const names = draw === undefined ? values.drivers : sample(quickDrivers, number('draw', draw), seed).join(',');
  return {
    engine,
    bridgedEngine: values['bridged-engine'] ?? engine,
    homes: values.home ?? [defaultHome],
    versions: few === undefined ? all : sample(all, number('sample', few), seed),
    client,
    drivers: driverNames(client, names),
    bridge: values.bridge,
    repeats: number('repeats', values.repeats),
    direct,
    recordings,
    minutes: values.minutes === undefined ? Infinity : number('minutes', values.minutes),
    operations,
    out,
    json,
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

function seedOf(text: string | undefined): number {
  const seed = text === undefined ? Math.floor(Math.random() * 2 ** 31) : number('seed', text);
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

function number(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0) throw new Error(`--${option} ${text}: not a whole number`);
  return value;
}
