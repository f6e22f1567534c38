// Records the arms of every version that are not recorded yet, part by part, and compares them.

import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { matcher, type Document } from '../check/document.js';
import { clients } from '../drivers/clients.js';
import { engineTree, type EngineTree } from '../drivers/engine-tree.js';
import { http } from '../drivers/http.js';
import { readArm } from '../recorder/exchange.js';
import { startRecorder } from '../recorder/recorder.js';
import { startBridge } from './bridge-process.js';
import { compareArms, type Comparison } from './compare-arms.js';
import type { Deviation, NormalisationRules } from './lists.js';
import { partsOf } from './parts.js';
import { cells, type OracleResult } from './report.js';

export interface OracleOptions {
  readonly engine: string;
  /** The engine of the bridged arm. */
  readonly bridgedEngine: string;
  /** The folders of the engines' installations, as `LADING_ENGINES`. */
  readonly homes: readonly string[];
  readonly versions: readonly string[];
  readonly client: string;
  /** The names of the client's drivers to run, in their order. */
  readonly drivers: readonly string[];
  readonly bridge: string;
  readonly repeats: number;
  /** Records the direct arms and compares nothing. */
  readonly direct: boolean;
}

export interface RunContext {
  /** Where the recordings stay. */
  readonly folder: string;
  readonly document: Document;
  readonly rules: NormalisationRules;
  readonly deviations: readonly Deviation[];
  readonly log: (line: string) => void;
}

/** A part at a version, which both arms record. */
interface Unit {
  readonly version: string;
  readonly part: string;
  readonly drivers: readonly string[];
}

type ArmName = 'direct' | 'bridged';

export async function runOracle(
  options: OracleOptions,
  context: RunContext,
): Promise<Pick<OracleResult, 'cells' | 'others'>> {
  mkdirSync(context.folder, { recursive: true });
  const units = options.versions.flatMap((version) =>
    [...partsOf(options.client, options.drivers)].map(([part, drivers]): Unit => ({ version, part, drivers })),
  );
  const waiting = [...units];
  const compared = new Map<Unit, readonly Comparison[]>();
  // Each installation records one part at a time.
  await Promise.all(
    options.homes.map(async (home) => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift())
        compared.set(unit, await observe(unit, home, options, context));
    }),
  );
  if (options.direct) return { cells: [], others: [] };
  const called = new Set([...compared.values()].flat().map(({ operation }) => operation));
  // Every operation counts, unless the command line asks for some of the calls.
  const isWhole = options.client === 'http' && Object.keys(http).every((name) => options.drivers.includes(name));
  const operations = context.document.operations.map(({ id }) => id).filter((id) => isWhole || called.has(id));
  const byVersion = options.versions.map((version) => ({
    version,
    comparisons: units.filter((unit) => unit.version === version).flatMap((unit) => compared.get(unit) ?? []),
  }));
  return {
    cells: byVersion.flatMap(({ version, comparisons }) => cells(operations, version, comparisons, context.deviations)),
    others: byVersion.flatMap(({ version, comparisons }) =>
      comparisons.filter(({ operation }) => operation === undefined).map((one) => ({ version, comparison: one })),
    ),
  };
}

/** Records both arms of a unit and compares them, until they are equal or have been recorded as often as allowed. */
async function observe(
  unit: Unit,
  home: string,
  options: OracleOptions,
  context: RunContext,
): Promise<readonly Comparison[]> {
  const comparison = { rules: context.rules, match: matcher(context.document) };
  const recorded: Record<ArmName, ReturnType<typeof readArm>[]> = { direct: [], bridged: [] };
  let result: readonly Comparison[] = [];
  for (let round = 1; round <= options.repeats; round += 1) {
    for (const arm of options.direct ? (['direct'] as const) : (['direct', 'bridged'] as const))
      recorded[arm].push(readArm(await record(unit, arm, round, home, options, context)));
    if (options.direct) continue;
    result = compareArms(recorded.direct, recorded.bridged, comparison);
    if (result.every(({ differences }) => differences.length === 0)) break;
  }
  return result;
}

/** An engine that gets no processor may be silent for a minute. */
const idleMilliseconds = 120_000;
const tries = 3;

/**
 * Returns the recording of an arm, a file that exists only if it is complete: what was recorded already counts. A recording with a
 * request that was cut off is no observation of the engine, and is made again.
 * @throws Error if requests were cut off in every try
 */
async function record(
  { version, part, drivers }: Unit,
  arm: ArmName,
  round: number,
  home: string,
  options: OracleOptions,
  context: RunContext,
): Promise<string> {
  const engine = arm === 'bridged' ? options.bridgedEngine : options.engine;
  const file = join(context.folder, `${engine}-v${version}-${part}-${arm}-${round}.jsonl`);
  if (existsSync(file)) return file;
  const { client } = options;
  const log = (line: string): void => context.log(`${version} ${part} ${arm} ${round}: ${line}`);
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const tree = engineTree(home, engine);
    await tree.startEmpty();
    const sockets = { socket: tree.socket, listen: join(tree.root, 'dk/bridge.sock') };
    const bridge = arm === 'bridged' ? await startBridge(options.bridge, sockets) : undefined;
    try {
      // Both arms send the files of the same engine.
      const files = engineTree(home, options.engine).root;
      const run = { tree, server: bridge?.socket ?? tree.socket, files, version, client, drivers, log };
      const cutOff = await runDrivers(run, `${file}.partial`);
      if (cutOff.length === 0) {
        renameSync(`${file}.partial`, file);
        return file;
      }
      log(`no response for ${idleMilliseconds / 1000} s: ${cutOff.join(', ')}`);
    } finally {
      await bridge?.stop();
      await tree.stop();
    }
  }
  throw new Error(`${file}: requests were cut off in each of ${tries} recordings; let the machine be quiet`);
}

interface DriverRun extends Pick<Unit, 'version' | 'drivers'> {
  readonly tree: EngineTree;
  /** The socket of the engine, or of the bridge in front of it. */
  readonly server: string;
  /** The folder of the engine whose files the drivers send. */
  readonly files: string;
  readonly client: string;
  readonly log: (line: string) => void;
}

/** Records into a file; returns the requests that were cut off. */
async function runDrivers(run: DriverRun, file: string): Promise<readonly string[]> {
  const { tree, server, files, version, client, drivers, log } = run;
  rmSync(file, { force: true });
  const cutOff: string[] = [];
  let driver = '';
  let requests = 0;
  const socket = join(tree.root, 'dk/recorder.sock');
  const recorder = await startRecorder({
    session: await tree.session(client),
    engine: server,
    listen: socket,
    // An exchange may end after later ones, and while the next driver runs.
    onRequest: () => {
      const begun = { order: (requests += 1), driver };
      return (exchange) => appendFileSync(file, `${JSON.stringify({ ...begun, exchange })}\n`);
    },
  });
  const limits = { idle: idleMilliseconds, onCutOff: (one: string) => cutOff.push(one) };
  // Every driver needs the image; importing it is recorded with the client that has `setup`.
  if (!drivers.includes('setup')) await http['setup']?.({ ...tree.scene(version), tree: files });
  const scene = { ...tree.scene(version, socket, limits), tree: files };
  for (const name of drivers) {
    driver = name;
    const started = Date.now();
    // The other arm has the same failure, or the comparison reports what is missing.
    await clients[client]?.[name]?.(scene).catch((error: unknown) => log(`${name}: ${String(error)}`));
    log(`${name}, ${Math.round((Date.now() - started) / 1000)} s`);
    if (cutOff.length > 0) break;
  }
  await recorder.close();
  return cutOff;
}
