/** The reference engine passes every scenario at both versions, except the known failures. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '@lading/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../src/address.js';
import { findKnownFailure, readKnownFailures } from '../src/known-failures.js';
import { createImage, enterSwarm, image } from '../src/prepare.js';
import { readScenarios } from '../src/read-scenarios.js';
import type { Need } from '../src/scenario.js';
import { runScenario } from '../src/run-scenario.js';

const folder = join(import.meta.dirname, '../../../../spec/scenarios');
const file = join(folder, 'known-failures/reference-engine.yaml');
const knownFailures = readKnownFailures(readFileSync(file, 'utf8'), file);
const without: readonly Need[] = ['registry', 'index'];
const scenarios = readScenarios(folder).filter(({ needs }) => !needs.some((need) => without.includes(need)));

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lading-scenarios-'));
  // The engine implements programs itself, and only looks up the names of those in an image.
  writeFileSync(join(directory, 'busybox'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Some scenarios wait for seconds. Each has its own engine, so that the others run meanwhile.
describe.concurrent.each(['1.44', '1.41'])('version %s', (version) => {
  it.each(scenarios.filter(({ versions }) => versions?.includes(version) !== false))('$name', async (scenario) => {
    // Scenarios that run at the same time may publish an equal port.
    const engine = await startEngine({ publishPorts: false, checkResponses: true });
    try {
      const address = addressOf(engine.address);
      await createImage(address, join(directory, 'busybox'));
      if (scenario.needs.includes('swarm')) await enterSwarm(address);
      const failure = await runScenario(scenario, { address, version, variables: new Map([['image', image]]) });
      if (findKnownFailure(knownFailures, scenario.name, version) === undefined) expect(failure).toBeUndefined();
      else expect(failure, 'a known failure passes: remove it from the list').toBeDefined();
    } finally {
      await engine.close();
    }
  });
});
