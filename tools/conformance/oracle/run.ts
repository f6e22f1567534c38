// Records the arms of every version that are not recorded yet, part by part, and compares them.

import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../check/document.js';
import { matcher } from '../check/match.js';
import { readArm } from '../check/read-recording.js';
import { http } from '../drivers/http.js';
import { cells } from './cells.js';
import { compareArms, type Comparison, type ComparisonContext } from './compare-arms.js';
import type { OracleOptions } from './options.js';
import { partsOf } from './parts.js';
import type { OracleResult } from './report.js';
import type { Deviation, NormalisationRules } from './lists.js';
import { clients } from '../drivers/clients.js';
import { type EngineTree, engineTree } from '../drivers/engine-tree.js';
import { startRecorder } from '../recorder/recorder.js';
import { startBridge } from './bridge-process.js';

/** Records a part of an arm: starts an empty engine, and runs drivers at one version against it, directly or through a bridge. */
interface ArmRequest {
  readonly engine: string;
  /** The engine from whose installation the drivers take the files that they send: the same one for both arms. */
  readonly files: string;
  /** The folder of the engine's installation, as `LADING_ENGINES`. */
  readonly home: string;
  readonly version: string;
  /** The command of the bridge; undefined for the direct arm. */
  readonly bridge: string | undefined;
  readonly client: string;
  /** The names of the client's drivers to run, in their order. */
  readonly drivers: readonly string[];
  readonly file: string;
  readonly log: (line: string) => void;
}

/** An engine that gets no processor may be silent for a minute. */
const idleMilliseconds = 120_000;
const tries = 3;

/**
 * Records into `request.file`, which exists only if the recording is complete. A recording with a request that was cut off is no
 * observation of the engine, and is made again.
 * @throws Error if requests were cut off in every try
 */
async function recordArm(request: ArmRequest): Promise<void> {
  for (let attempt = 1; attempt <= tries; attempt += 1) {
    const cutOff = await recordOnce(request);
    if (cutOff.length === 0) return;
    request.log(`no response for ${idleMilliseconds / 1000} s: ${cutOff.join(', ')}`);
  }
  throw new Error(`${request.file}: requests were cut off in each of ${tries} recordings; let the machine be quiet`);
}

/** Records once; returns the requests that were cut off. */
async function recordOnce(request: ArmRequest): Promise<readonly string[]> {
  const tree = engineTree(request.home, request.engine);
  await tree.startEmpty();
  const sockets = { socket: tree.socket, listen: join(tree.root, 'dk/bridge.sock') };
  const bridge = request.bridge === undefined ? undefined : await startBridge(request.bridge, sockets);
  try {
    return await runDrivers(request, tree, bridge?.socket ?? tree.socket);
  } finally {
    await bridge?.stop();
    await tree.stop();
  }
}

async function runDrivers(request: ArmRequest, tree: EngineTree, engine: string): Promise<readonly string[]> {
  const { version, client, drivers, file, log } = request;
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  const cutOff: string[] = [];
  let driver = '';
  let requests = 0;
  const socket = join(tree.root, 'dk/recorder.sock');
  const recorder = await startRecorder({
    session: await tree.session(client),
    engine,
    listen: socket,
    // An exchange may end after later ones, and while the next driver runs.
    onRequest: () => {
      const begun = { order: (requests += 1), driver };
      return (exchange) => appendFileSync(partial, `${JSON.stringify({ ...begun, exchange })}\n`);
    },
  });
  const limits = { idle: idleMilliseconds, onCutOff: (one: string) => cutOff.push(one) };
  const files = engineTree(request.home, request.files).root;
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
  if (cutOff.length === 0) renameSync(partial, file);
  return cutOff;
}

/** A part at a version, which both arms record. */
interface Unit {
  readonly version: string;
  readonly part: string;
  readonly drivers: readonly string[];
}

type ArmName = 'direct' | 'bridged';

export interface RunContext {
  readonly folder: string;
  readonly document: Document;
  readonly rules: NormalisationRules;
  readonly deviations: readonly Deviation[];
  readonly log: (line: string) => void;
}

/** The result has the versions of which every part is recorded: with a limit of minutes, these may be none. */
export async function runOracle(
  options: OracleOptions,
  context: RunContext,
): Promise<Pick<OracleResult, 'versions' | 'cells' | 'others'>> {
  mkdirSync(context.folder, { recursive: true });
  const units = options.versions.flatMap((version) =>
    [...partsOf(options.client, options.drivers)].map(([part, drivers]): Unit => ({ version, part, drivers })),
  );
  const comparison = { rules: context.rules, match: matcher(context.document) };
  const compared = await inEachHome(options.homes, units, (unit, home) =>
    observe(unit, home, options, context, comparison),
  );
  const versions = options.versions.filter((version) =>
    units.every((unit) => unit.version !== version || compared.has(unit)),
  );
  if (options.direct) return { versions, cells: [], others: [] };
  const called = new Set([...compared.values()].flat().map(({ operation }) => operation));
  // Every operation counts, unless the command line asks for some of the calls.
  const operations = context.document.operations.map(({ id }) => id).filter((id) => isWhole(options) || called.has(id));
  const byVersion = versions.map((version) => ({
    version,
    comparisons: units.filter((unit) => unit.version === version).flatMap((unit) => compared.get(unit) ?? []),
  }));
  return {
    versions,
    cells: byVersion.flatMap(({ version, comparisons }) => cells(operations, version, comparisons, context.deviations)),
    others: byVersion.flatMap(({ version, comparisons }) =>
      comparisons.filter(({ operation }) => operation === undefined).map((one) => ({ version, comparison: one })),
    ),
  };
}

/** Whether the run is to call every operation. */
const isWhole = ({ client, drivers }: OracleOptions): boolean =>
  client === 'http' && Object.keys(http).every((name) => drivers.includes(name));

/** Records both arms of a unit and compares them, until they are equal or have been recorded as often as allowed. */
async function observe(
  unit: Unit,
  home: string,
  options: OracleOptions,
  context: RunContext,
  comparison: ComparisonContext,
): Promise<readonly Comparison[] | undefined> {
  const arms: readonly ArmName[] = options.direct ? ['direct'] : ['direct', 'bridged'];
  const { folder } = context;
  let result: readonly Comparison[] = [];
  for (let round = 1; round <= options.repeats; round += 1) {
    for (const arm of arms) {
      // What is recorded already counts.
      if (!(await record(unit, arm, round, home, options, context))) return round === 1 ? undefined : result;
    }
    if (options.direct) continue;
    const recorded = (arm: ArmName): ReturnType<typeof readArm>[] =>
      Array.from({ length: round }, (_, index) =>
        readArm(fileOf(folder, engineOf(options, arm), unit, arm, index + 1)),
      );
    result = compareArms(recorded('direct'), recorded('bridged'), comparison);
    if (result.every(({ differences }) => differences.length === 0)) break;
  }
  return result;
}

/** @returns false if there is no time left to record */
async function record(
  unit: Unit,
  arm: ArmName,
  round: number,
  home: string,
  options: OracleOptions,
  { folder, log }: RunContext,
): Promise<boolean> {
  const { client, bridge, minutes } = options;
  const engine = engineOf(options, arm);
  const file = fileOf(folder, engine, unit, arm, round);
  if (existsSync(file)) return true;
  if (performance.now() > minutes * 60_000) return false;
  const { version, part, drivers } = unit;
  const name = `${version} ${part} ${arm} ${round}`;
  const started = Date.now();
  await recordArm({
    engine,
    files: options.engine,
    home,
    version,
    bridge: arm === 'bridged' ? bridge : undefined,
    client,
    drivers,
    file,
    log: (line) => log(`${name}: ${line}`),
  });
  log(`${name}: recorded in ${home}, ${Math.round((Date.now() - started) / 1000)} s`);
  return true;
}

const engineOf = ({ engine, bridgedEngine }: OracleOptions, arm: ArmName): string =>
  arm === 'bridged' ? bridgedEngine : engine;

const fileOf = (folder: string, engine: string, { version, part }: Unit, arm: ArmName, round: number): string =>
  join(folder, `${engine}-v${version}-${part}-${arm}-${round}.jsonl`);

/** Each installation records one part at a time. */
async function inEachHome(
  homes: readonly string[],
  units: readonly Unit[],
  observe: (unit: Unit, home: string) => Promise<readonly Comparison[] | undefined>,
): Promise<ReadonlyMap<Unit, readonly Comparison[]>> {
  const waiting = [...units];
  const results = new Map<Unit, readonly Comparison[]>();
  const work = async (home: string): Promise<void> => {
    for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift()) {
      const result = await observe(unit, home);
      if (result !== undefined) results.set(unit, result);
    }
  };
  await Promise.all(homes.map(work));
  return results;
}
