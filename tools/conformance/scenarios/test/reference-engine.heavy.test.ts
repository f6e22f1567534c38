/**
 * The reference engine passes every scenario at 1.41, at 1.44 and, in a full run, at the newest version, except the known failures.
 * Otherwise, only the scenarios of newer versions than 1.44 run at the newest one.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEngine } from '@lading/engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { addressOf } from '../../drivers/send.js';
import { createImage, enterSwarm, image } from '../src/prepare.js';
import { findKnownFailure, readKnownFailures, readScenarios, runsAt, type Need } from '../src/scenario.js';
import { runScenario } from '../src/run-scenario.js';

const folder = join(import.meta.dirname, '../../../../spec/scenarios');
const file = join(folder, 'known-failures/reference-engine.yaml');
const knownFailures = readKnownFailures(readFileSync(file, 'utf8'), file);
const without: readonly Need[] = ['registry', 'index'];
const scenarios = readScenarios(folder).filter(({ needs }) => !needs.some((need) => without.includes(need)));

/** The list of overlays begins with the newest version. */
const listed = readFileSync(join(folder, '..', 'versions.yaml'), 'utf8');
const newest = /overlays\/v([\d.]+)\.yaml/.exec(listed)?.[1] ?? '';

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lading-scenarios-'));
  // The engine implements programs itself, and only looks up the names of those in an image.
  writeFileSync(join(directory, 'busybox'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

// Some scenarios wait for seconds. Each has its own engine, so that the others run meanwhile.
describe.concurrent.each(['1.44', '1.41', newest])('version %s', (version) => {
  const isSampled = version === newest && !inject('isFullRun');
  const chosen = scenarios.filter((each) => runsAt(each, version) && (!isSampled || !runsAt(each, '1.44')));
  it.each(chosen)('$name', async (scenario) => {
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
