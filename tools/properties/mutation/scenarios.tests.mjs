/** The scenarios of the specification, one at a time against the sources that are changed. Those that wait for seconds do not run. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addressOf } from '../../conformance/scenarios/src/address.js';
import { findKnownFailure, readKnownFailures } from '../../conformance/scenarios/src/known-failures.js';
import { createImage, enterSwarm, image } from '../../conformance/scenarios/src/prepare.js';
import { readScenarios } from '../../conformance/scenarios/src/read-scenarios.js';
import { runScenario } from '../../conformance/scenarios/src/run-scenario.js';

const { startEngine } = await import(join(process.cwd(), 'src/index.ts'));
const version = '1.44';
const folder = join(import.meta.dirname, '../../../spec/scenarios');
const listOfFailures = join(folder, 'known-failures/reference-engine.yaml');
const knownFailures = readKnownFailures(readFileSync(listOfFailures, 'utf8'), listOfFailures);
const slow = new Set([
  'limits/delay-of-restarts',
  'limits/ten-seconds-to-stop',
  'limits/time-to-stop',
  'states/failed-updates-of-a-service',
  'states/order-of-an-update',
  'states/restarts-by-policy',
  'states/start-interval',
  'states/start-period',
]);
const scenarios = readScenarios(folder).filter(
  ({ name, needs, versions }) =>
    !slow.has(name) &&
    !needs.includes('registry') &&
    !needs.includes('index') &&
    versions?.includes(version) !== false &&
    findKnownFailure(knownFailures, name, version) === undefined,
);

let directory;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'lading-scenarios-'));
  writeFileSync(join(directory, 'busybox'), '');
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

it.each(scenarios)('$name', async (scenario) => {
  const engine = await startEngine({ publishPorts: false, checkResponses: true });
  try {
    const address = addressOf(engine.address);
    await createImage(address, join(directory, 'busybox'));
    if (scenario.needs.includes('swarm')) await enterSwarm(address);
    expect(await runScenario(scenario, { address, version, variables: new Map([['image', image]]) })).toBeUndefined();
  } finally {
    await engine.close();
  }
});
