// Replays what a real engine responded at each version: a bridge in front of its responses at 1.44 has to respond as the engine itself
// did at the others.

import { Agent, request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, inject, test } from 'vitest';
import { content } from '../../recorder/content.js';
import type { Exchange } from '../../recorder/exchange.js';
import { startBridge } from '../bridge-process.js';
import { differences, type Difference } from '../differences.js';
import { sample } from '../options.js';
import { comparedPart } from './compared-part.js';
import { readReadings, responseAt, type ReadResponse } from './readings.js';
import { startReplay } from './replay-engine.js';

const spoken = '1.44';
const bridgeProgram = join(import.meta.dirname, '../../../../packages/bridge/bin/bridge.mjs');

const readings = readReadings(join(import.meta.dirname, '26.1.jsonl.gz'));
const older = [...new Set(readings.flatMap(({ responses }) => responses.flatMap(({ versions }) => versions)))]
  .filter((version) => version !== spoken)
  .sort();
const versions = inject('isFullRun') ? older : sample(older, 2, inject('seed'));

test(`a bridge responds as the engine does at ${versions.join(', ')}`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-replay-'));
  const sockets = { socket: join(folder, 'engine.sock'), listen: join(folder, 'bridge.sock') };
  const engine = await startReplay(readings, spoken, sockets.socket);
  const command = `node ${bridgeProgram} --listen unix://{listen} --engine unix://{engine} --as ${spoken}`;
  const bridge = await startBridge(command, sockets);
  const agent = new Agent({ keepAlive: true });
  try {
    const found: string[] = [];
    let compared = 0;
    for (const version of versions) {
      for (const reading of readings) {
        const direct = responseAt(reading, version);
        // Only a hook sends this request, to the engine.
        if (direct === undefined) continue;
        const path = `/v${version}${reading.target}`;
        const bridged = await read({ socketPath: bridge.socket, path, agent });
        compared += 1;
        if (isDeepStrictEqual(direct.body, bridged.body) && direct.status === bridged.status) continue;
        const [one, other] = [direct, bridged].map((response) => comparedPart(exchangeOf(path, version, response)));
        if (one === undefined || other === undefined) continue;
        found.push(...differences(one, other).map((difference) => `GET ${path}: ${describe(difference)}`));
      }
    }
    expect(compared).toBeGreaterThan(150 * versions.length);
    expect([...engine.unknown]).toEqual([]);
    expect(found).toEqual([]);
  } finally {
    agent.destroy();
    await bridge.stop();
    await engine.close();
    rmSync(folder, { recursive: true });
  }
});

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
  engine: '26.1',
  client: 'http',
  version,
  method: 'GET',
  path,
  request: { headers: {} },
  response,
});

const describe = ({ at, direct, bridged }: Difference): string => `${at} ${text(direct)} → ${text(bridged)}`;

const text = (value: unknown): string => JSON.stringify(value)?.slice(0, 120) ?? 'absent';
