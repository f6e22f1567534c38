// Records the arms of every version that are not recorded yet, part by part, and compares them.

import { appendFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { matcher, type Document } from '../check/document.js';
import { clients } from '../drivers/clients.js';
import { engineTree } from '../drivers/engine-tree.js';
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

interface OracleRun extends OracleOptions {
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

export async function runOracle(run: OracleRun): Promise<Pick<OracleResult, 'cells' | 'others'>> {
  mkdirSync(run.folder, { recursive: true });
  const waiting = run.versions.flatMap((version) =>
    [...partsOf(run.client, run.drivers)].map(([part, drivers]): Unit => ({ version, part, drivers })),
  );
  const compared = new Map<string, Comparison[]>(run.versions.map((version) => [version, []]));
  // Each installation records one part at a time.
  await Promise.all(
    run.homes.map(async (home) => {
      for (let unit = waiting.shift(); unit !== undefined; unit = waiting.shift())
        compared.get(unit.version)?.push(...(await observe(unit, home, run)));
    }),
  );
  if (run.direct) return { cells: [], others: [] };
  const called = new Set([...compared.values()].flat().map(({ operation }) => operation));
  // Every operation counts, unless the command line asks for some of the calls.
  const isWhole = run.client === 'http' && Object.keys(http).every((name) => run.drivers.includes(name));
  const operations = run.document.operations.map(({ id }) => id).filter((id) => isWhole || called.has(id));
  const cellsOf = (of: readonly string[]) =>
    [...compared].flatMap(([version, comparisons]) => cells(of, version, comparisons, run.deviations));
  return { cells: cellsOf(operations), others: called.has(undefined) ? cellsOf(['']) : [] };
}

/** Records both arms of a unit and compares them, until they are equal or have been recorded as often as allowed. */
async function observe(unit: Unit, home: string, run: OracleRun): Promise<readonly Comparison[]> {
  const context = { rules: run.rules, match: matcher(run.document) };
  const recorded: Record<'direct' | 'bridged', ReturnType<typeof readArm>[]> = { direct: [], bridged: [] };
  let result: readonly Comparison[] = [];
  for (let round = 1; round <= run.repeats; round += 1) {
    for (const arm of run.direct ? (['direct'] as const) : (['direct', 'bridged'] as const)) {
      const engine = arm === 'bridged' ? run.bridgedEngine : run.engine;
      const name = `${engine}-v${unit.version}-${unit.part}-${arm}-${round}`;
      recorded[arm].push(readArm(await record({ ...unit, home, arm, engine, name }, run)));
    }
    if (run.direct) continue;
    result = compareArms(recorded.direct, recorded.bridged, context);
    if (result.every(({ differences }) => differences.length === 0)) break;
  }
  return result;
}

/** A recording of an arm, made with the engine of an installation. */
interface Recording extends Unit {
  readonly home: string;
  readonly arm: 'direct' | 'bridged';
  readonly engine: string;
  readonly name: string;
}

/** An engine that gets no processor may be silent for a minute. */
const idleMilliseconds = 120_000;
const tries = 3;

/**
 * Returns the file of a recording, which exists only if it is complete: what was recorded already counts. A recording with a
 * request that was cut off is no observation of the engine, and is made again.
 * @throws Error if requests were cut off in every try
 */
async function record(recording: Recording, run: OracleRun): Promise<string> {
  const file = join(run.folder, `${recording.name}.jsonl`);
  for (let attempt = 1; !existsSync(file); attempt += 1) {
    if (attempt > tries)
      throw new Error(`${file}: requests were cut off in each of ${tries} recordings; let the machine be quiet`);
    const cutOff = await runDrivers(recording, `${file}.partial`, run);
    if (cutOff.length === 0) renameSync(`${file}.partial`, file);
    else run.log(`${recording.name}: no response for ${idleMilliseconds / 1000} s: ${cutOff.join(', ')}`);
  }
  return file;
}

/** Records into a file with an empty engine; returns the requests that were cut off. */
async function runDrivers(recording: Recording, file: string, run: OracleRun): Promise<readonly string[]> {
  const { home, arm, engine, version, drivers, name } = recording;
  rmSync(file, { force: true });
  const tree = engineTree(home, engine);
  await tree.startEmpty();
  const sockets = { socket: tree.socket, listen: join(tree.root, 'dk/bridge.sock') };
  const bridge = arm === 'bridged' ? await startBridge(run.bridge, sockets) : undefined;
  try {
    const cutOff: string[] = [];
    let driver = '';
    let requests = 0;
    const socket = join(tree.root, 'dk/recorder.sock');
    const recorder = await startRecorder({
      session: await tree.session(run.client),
      engine: bridge?.socket ?? tree.socket,
      listen: socket,
      // An exchange may end after later ones, and while the next driver runs.
      onRequest: () => {
        const begun = { order: (requests += 1), driver };
        return (exchange) => appendFileSync(file, `${JSON.stringify({ ...begun, exchange })}\n`);
      },
    });
    const limits = { idle: idleMilliseconds, onCutOff: (one: string) => cutOff.push(one) };
    // Both arms send the files of the same engine.
    const scene = { ...tree.scene(version, socket, limits), tree: engineTree(home, run.engine).root };
    // Every driver needs the image; importing it is recorded with the client that has `setup`.
    if (!drivers.includes('setup')) await http['setup']?.({ ...tree.scene(version), tree: scene.tree });
    for (driver of drivers) {
      const started = Date.now();
      const log = (line: string): void => run.log(`${name} ${driver}: ${line}`);
      // The other arm has the same failure, or the comparison reports what is missing.
      await clients[run.client]?.[driver]?.(scene).catch((error: unknown) => log(String(error)));
      log(`${Math.round((Date.now() - started) / 1000)} s`);
      if (cutOff.length > 0) break;
    }
    await recorder.close();
    return cutOff;
  } finally {
    await bridge?.stop();
    await tree.stop();
  }
}
