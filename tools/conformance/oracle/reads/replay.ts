// Asks a bridge in front of recorded responses for those of other versions, and compares them with what the engine responded there.

import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { content } from '../../recorder/content.js';
import type { Exchange } from '../../recorder/exchange.js';
import { startBridge } from '../bridge-process.js';
import { differences, type Difference } from '../differences.js';
import { comparedPart } from './compared-part.js';
import { responseAt, type Reading, type ReadResponse } from './readings.js';
import { startReplay } from './replay-engine.js';

export interface ReplayOptions {
  /** What the engine behind the bridge responded. */
  readonly engine: readonly Reading[];
  /** The only version that the bridge uses with it. */
  readonly spoken: string;
  /** What clients have to get. */
  readonly expected: readonly Reading[];
  /** The versions of the clients. */
  readonly versions: readonly string[];
  /** The command of the bridge. */
  readonly command: string;
}

export interface ReplayResult {
  readonly compared: number;
  /** The requests of the bridge that the recording does not have. */
  readonly unknown: readonly string[];
  readonly unequal: readonly UnequalRead[];
}

interface UnequalRead {
  readonly version: string;
  readonly target: string;
  readonly differences: readonly Difference[];
}

export async function replay({ engine, spoken, expected, versions, command }: ReplayOptions): Promise<ReplayResult> {
  const folder = mkdtempSync(join(tmpdir(), 'lading-replay-'));
  const sockets = { socket: join(folder, 'engine.sock'), listen: join(folder, 'bridge.sock') };
  const replayed = await startReplay(engine, spoken, sockets.socket);
  const bridge = await startBridge(command, sockets);
  const agent = new Agent({ keepAlive: true });
  const unequal: UnequalRead[] = [];
  let compared = 0;
  try {
    for (const version of versions) {
      for (const reading of expected) {
        const direct = responseAt(reading, version);
        // Only a hook sends this request, to the engine.
        if (direct === undefined) continue;
        const path = `/v${version}${reading.target}`;
        const bridged = await read({ socketPath: bridge.socket, path, agent });
        compared += 1;
        const found = differencesOf(path, version, direct, bridged);
        if (found.length > 0) unequal.push({ version, target: reading.target, differences: found });
      }
    }
  } finally {
    agent.destroy();
    await bridge.stop();
    await replayed.close();
    rmSync(folder, { recursive: true });
  }
  return { compared, unknown: [...replayed.unknown], unequal };
}

function differencesOf(
  path: string,
  version: string,
  direct: ReadResponse,
  bridged: ReadResponse,
): readonly Difference[] {
  // To normalise takes longer than all the rest.
  if (direct.status === bridged.status && isDeepStrictEqual(direct.body, bridged.body)) {
    const head = { status: direct.status };
    direct = { ...head, headers: direct.headers };
    bridged = { ...head, headers: bridged.headers };
  }
  const [one, other] = [direct, bridged].map((response) => comparedPart(exchangeOf(path, version, response)));
  return one === undefined || other === undefined ? [] : differences(one, other);
}

function read(options: { socketPath: string; path: string; agent: Agent }): Promise<ReadResponse> {
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      const { statusCode: status = 0 } = response;
      const headers = response.headers as Record<string, string>;
      buffer(response).then((bytes) => resolve({ status, headers, ...content(headers, bytes, bytes.length) }), reject);
    })
      .on('error', reject)
      .end();
  });
}

const exchangeOf = (path: string, version: string, response: ReadResponse): Exchange => ({
  engine: '',
  client: 'http',
  version,
  method: 'GET',
  path,
  request: { headers: {} },
  response,
});
