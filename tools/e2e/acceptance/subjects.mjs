// What the lists run on: a real engine, the reference engine, or a server in front of an engine.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';
const here = dirname(fileURLToPath(import.meta.url));
const packages = join(here, '../../../packages');

/**
 * @typedef {{ readonly host: string, readonly worker?: string, readonly address: string, stop(): void }} Subject
 */

/** The API version that servers use with an engine. @param {string} engine */
export const spokenVersion = (engine) => (engine === '20.10' ? '1.41' : '1.44');

/**
 * Starts a subject in its first state.
 *
 * @param {string} name `reference`, the name of a real engine that runs, such as `26.1`, a server in front of one: `bridge:26.1`, or
 *   `images:reference`, the reference engine with images that run, and with published ports
 * @param {{ readonly listen?: string, readonly engineOptions?: readonly string[], readonly node?: string }} [options] `listen`: the socket
 *   of a server; `engineOptions`: further options of the reference engine; `node`: the Node that runs it
 * @returns {Promise<Subject>}
 */
export async function startSubject(name, { listen, engineOptions = [], node = process.execPath } = {}) {
  const [engine = '', kind] = name.split(':').reverse();
  if (kind === undefined && engine !== 'reference') {
    for (const socket of ['docker.sock', 'peer.sock']) await emptyEngine(join(home, engine, 'dk', socket));
    return { ...real(engine), stop: () => undefined };
  }
  const folder = mkdtempSync(join(tmpdir(), 'lading-subject-'));
  const worker = `unix://${join(folder, 'worker.sock')}`;
  const path = listen ?? join(folder, 'subject.sock');
  const host = `unix://${path}`;
  rmSync(path, { force: true });
  const behind = kind === undefined || kind === 'images' ? undefined : await startSubject(engine);
  const options =
    kind === 'images' ? ['--image-definitions', '@lading/engine-images'] : ['--node', worker, '--no-ports'];
  const child = await started(
    behind === undefined
      ? [join(packages, 'engine/bin/lading-engine.mjs'), '--host', host, ...options, ...engineOptions]
      : serverIn(kind, behind.host, path, spokenVersion(engine)),
    node,
  );
  const stop = () => {
    child.kill('SIGKILL');
    behind?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  return { worker, address: '192.168.65.3', ...behind, host, stop };
}

/**
 * The command of a server in front of an engine.
 *
 * @param {string | undefined} kind
 * @param {string} engine
 * @param {string} path
 * @param {string} version the one that it uses with the engine
 */
function serverIn(kind, engine, path, version) {
  if (kind !== 'bridge') return [join(here, 'between.mjs'), String(kind), engine, path, version];
  return [join(packages, 'bridge/bin/bridge.mjs'), '--listen', `unix://${path}`, '--engine', engine, '--as', version];
}

/** @param {string} engine */
const real = (engine) => ({
  host: `unix://${join(home, engine, 'dk/docker.sock')}`,
  worker: `unix://${join(home, engine, 'dk/peer.sock')}`,
  address: `10.199.${engine.split('.')[0]}.1`,
});

/** Starts a program of Node, and waits for its line about the address. @param {readonly string[]} words */
function started(words, node) {
  const child = spawn(node, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += data;
        if (/listening on/.test(output)) resolve(child);
      });
    child.once('exit', (code) => reject(new Error(`${words.join(' ')} ended with ${code}: ${output}`)));
  });
}

/** Removes everything from an engine. @param {string} socketPath */
async function emptyEngine(socketPath) {
  const { caller } = await import('../../conformance/dist/drivers/caller.js');
  const call = caller(socketPath, '/v1.41', { idle: 120_000 });
  const ask = async (method, path) => {
    const { status, json } = await call(method, path);
    if (status === 0) throw new Error(`No response on ${socketPath} to ${method} ${path}`);
    return json;
  };
  await ask('POST', '/swarm/leave?force=1');
  for (const { Id } of await ask('GET', '/containers/json?all=1')) await ask('DELETE', `/containers/${Id}?force=1&v=1`);
  // An image with children can be removed only after them.
  for (let round = 0; round < 3; round += 1)
    for (const { Id } of await ask('GET', '/images/json?all=1')) await ask('DELETE', `/images/${Id}?force=1`);
  for (const path of ['/build/prune?all=1', '/networks/prune']) await ask('POST', path);
  const { Volumes } = await ask('GET', '/volumes');
  for (const { Name } of Volumes ?? []) await ask('DELETE', `/volumes/${Name}?force=1`);
}
