/**
 * A sandbox: an engine in a thread of its own, on a socket that only the server of the site uses. What the engine could reach outside
 * is closed before it is loaded: connections, other sockets to listen on, programs, and the names of files of the machine.
 */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** What {@link Sandboxes} passes to the thread. */
export interface SandboxData {
  /** The URL of the engine's module. */
  readonly engine: string;
  readonly socketPath: string;
  /** How many bytes the files and layers of the engine may take. */
  readonly maxBytes: number;
}

interface EngineModule {
  readonly startEngine: (options: { readonly host: string; readonly publishPorts: boolean }) => Promise<object>;
}

const { engine, socketPath, maxBytes } = workerData as SandboxData;

function closeWaysOut(): void {
  const require = createRequire(import.meta.url);
  const refused = () => new Error('the sandbox has no access to it');
  const net = require('node:net') as typeof import('node:net');
  const listen = net.Server.prototype.listen;
  net.Server.prototype.listen = function (this: import('node:net').Server, ...args: unknown[]) {
    const [where] = args;
    const path = typeof where === 'object' && where !== null && 'path' in where ? where.path : where;
    if (path !== socketPath) throw refused();
    return listen.apply(this, args as Parameters<typeof listen>);
  } as typeof listen;
  net.Socket.prototype.connect = function (this: import('node:net').Socket) {
    process.nextTick(() => this.destroy(refused()));
    return this;
  } as typeof net.Socket.prototype.connect;
  globalThis.fetch = () => Promise.reject(refused());
  const programs = require('node:child_process') as Record<string, unknown>;
  for (const name of ['exec', 'execFile', 'execFileSync', 'execSync', 'fork', 'spawn', 'spawnSync'])
    programs[name] = () => {
      throw refused();
    };
  // A bind mount requires a path of the machine.
  (require('node:fs') as { existsSync: () => boolean }).existsSync = () => false;
  (require('node:os') as { hostname: () => string }).hostname = () => 'sandbox';
  syncBuiltinESMExports();
}

closeWaysOut();
const { startEngine } = (await import(engine)) as EngineModule;
await startEngine({ host: `unix://${socketPath}`, publishPorts: false });
// The limit of the thread is that of its objects; contents of files are outside of them.
setInterval(() => {
  if (process.memoryUsage().arrayBuffers > maxBytes) process.exit(1);
}, 500);
parentPort?.postMessage('ready');
