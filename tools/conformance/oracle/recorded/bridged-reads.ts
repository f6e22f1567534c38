// Sends the recorded reads of one version as a client of another one through a bridge, in front of the responses that were recorded.

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { content } from '../../recorder/content.js';
import type { Exchange } from '../../recorder/exchange.js';
import { startBridge } from '../bridge-process.js';
import { startRecordedEngine } from './recorded-engine.js';

/** Whether an exchange reads a resource: what is upgraded, or ended by the client, is none. */
export const isRead = ({ method, response }: Exchange): boolean =>
  (method === 'GET' || method === 'HEAD') && response.status !== 101 && response.bytes === undefined;

export interface BridgedReads {
  /** What each client gets, by version, in the order of the reads. */
  readonly byVersion: ReadonlyMap<string, readonly Exchange[]>;
  /** The requests of the bridge that were not recorded. */
  readonly unknown: readonly string[];
}

/**
 * @param recorded what an engine responded at one version
 * @param versions those of the clients
 */
export async function bridgedReads(
  recorded: readonly Exchange[],
  versions: readonly string[],
  command: string,
): Promise<BridgedReads> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-recorded-'));
  const sockets = { socket: join(folder, 'engine.sock'), listen: join(folder, 'bridge.sock') };
  const engine = await startRecordedEngine(recorded, sockets.socket);
  const bridge = await startBridge(command, sockets);
  const agent = new Agent({ keepAlive: true });
  const results = new Map<string, readonly Exchange[]>();
  try {
    for (const version of versions) {
      const bridged: Exchange[] = [];
      for (const exchange of recorded.filter(isRead)) {
        engine.expect(exchange);
        bridged.push(
          await read({ ...exchange, version, path: atVersion(exchange.path, version) }, bridge.socket, agent),
        );
      }
      results.set(version, bridged);
    }
  } finally {
    agent.destroy();
    await bridge.stop();
    await engine.close();
    rmSync(folder, { recursive: true });
  }
  return { byVersion: results, unknown: [...engine.unknown] };
}

const atVersion = (path: string, version: string): string => path.replace(/^\/v\d+\.\d+(?=\/)/, `/v${version}`);

/** @returns the exchange with the response of the server at the socket */
function read(exchange: Exchange, socketPath: string, agent: Agent): Promise<Exchange> {
  const { method, path } = exchange;
  const accept = Object.entries(exchange.request.headers).filter(([name]) => /^accept$/i.test(name));
  return new Promise((resolve, reject) => {
    request({ socketPath, method, path, agent, headers: Object.fromEntries(accept) }, (response) => {
      const { statusCode: status = 0 } = response;
      const headers = response.headers as Record<string, string>;
      buffer(response).then(
        (bytes) => resolve({ ...exchange, response: { status, headers, ...content(headers, bytes, bytes.length) } }),
        reject,
      );
    })
      .on('error', reject)
      .end();
  });
}
