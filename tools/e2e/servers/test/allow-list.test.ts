/**
 * The allow-list example in front of a real engine: no spelling of a request creates a container with access to the host.
 * Sent directly to the engine, most of these requests do. `LADING_SPELLINGS=200` runs longer.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowList } from '../../../../packages/server/examples/allow-list/allow-list.js';
import { prefix, rawEngine, send, type RawRequest } from '../engine-bodies/raw-engine.js';
import { isGranted, spelling, type Spelling } from '../engine-bodies/spellings.js';

const numRuns = Number(process.env['LADING_SPELLINGS'] ?? 30);
const seed = Number(process.env['LADING_SEED'] ?? 20_261_122);
const engine = rawEngine('26.1', '1.44');

interface SpellingOutcome extends Spelling {
  readonly status: number;
  readonly isGranted: boolean;
}

/** Sends a request and reports whether the created container has the privilege; the container is removed. */
async function outcomeOf(given: Spelling, socket: string): Promise<SpellingOutcome> {
  const { status, text } = await send(socket, given.request satisfies RawRequest);
  if (status !== 201) return { ...given, status, isGranted: false };
  const { Id: id } = JSON.parse(text) as { Id: string };
  const inspected = await engine.json('GET', `/containers/${id}/json`);
  const { HostConfig } = JSON.parse(inspected.text) as { HostConfig: Record<string, unknown> };
  await engine.json('DELETE', `/containers/${id}?force=1&v=1`);
  return { ...given, status, isGranted: isGranted(given.privilege, HostConfig) };
}

describe('the allow-list', () => {
  it.skipIf(!engine.isAvailable)(
    `lets none of ${numRuns} spellings pass (engine ${engine.name} at ${engine.api}${engine.note})`,
    { timeout: 60_000 + numRuns * 2000, retry: 0 },
    async () => {
      await engine.importImage();
      const folder = mkdtempSync(join(tmpdir(), 'allow-list-'));
      const server = allowList(`unix://${engine.socket}`);
      await server.listen({ path: join(folder, 'list.sock') });
      const spellings = fc.sample(spelling, { seed, numRuns });
      const direct: SpellingOutcome[] = [];
      const behind: SpellingOutcome[] = [];
      for (const given of spellings) {
        direct.push(await outcomeOf(given, engine.socket));
        behind.push(await outcomeOf(given, join(folder, 'list.sock')));
      }
      await server.close();
      await engine.json('DELETE', `/volumes/${prefix}-c`);
      rmSync(folder, { recursive: true, force: true });
      expect(behind.filter(({ isGranted }) => isGranted)).toEqual([]);
      expect(direct.filter(({ isGranted }) => isGranted).length).toBeGreaterThan(numRuns / 3);
    },
  );
});
