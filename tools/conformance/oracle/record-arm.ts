// Records a part of an arm: starts an empty engine, and runs drivers at one version against it, directly or through a bridge.

import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { clients } from '../drivers/clients.js';
import { engineTree, type EngineTree } from '../drivers/engine-tree.js';
import { http } from '../drivers/http.js';
import { startRecorder } from '../recorder/recorder.js';
import { startBridge } from './bridge-process.js';
import { appendArmExchange } from './exchange-of-arm.js';

export interface ArmRequest {
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
export async function recordArm(request: ArmRequest): Promise<void> {
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
      return (exchange) => appendArmExchange(partial, { ...begun, exchange });
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
