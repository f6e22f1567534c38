/** `lading-scenarios`: runs the conformance scenarios against a server and reports which ones it fails. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { addressOf } from './address.js';
import { findKnownFailure, readKnownFailures, type KnownFailure } from './known-failures.js';
import { enterSwarm, image, leaveSwarm, createImage, versionRangeOf } from './prepare.js';
import { describe, summaryOf, type ScenarioResult } from './report.js';
import { readScenarios } from './read-scenarios.js';
import { runsAt, type Need, type Scenario } from './scenario.js';
import { runScenario } from './run-scenario.js';

const scenariosFolder = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', '..', 'spec', 'scenarios');

interface Options {
  readonly host: string;
  readonly api: readonly string[];
  readonly scenarios: string;
  readonly knownFailures?: string;
  readonly without: readonly Need[];
  readonly busybox?: string;
  readonly json?: true;
}

const command = new Command('lading-scenarios')
  .description('Runs the conformance scenarios of the specification against a server.')
  .argument('[scenario...]', 'names or beginnings of names: container/ swarm/init', [])
  .requiredOption('--host <address>', 'unix:///path or tcp://host:port')
  .option('--api <version...>', 'API versions to use (default: 1.41 and 1.44, as far as the server supports them)', [])
  .option('--scenarios <folder>', 'the folder of scenarios', scenariosFolder)
  .option('--known-failures <target>', 'known failures: a name in known-failures/, or a file')
  .option('--without <need...>', 'skip scenarios that need: swarm, registry, index, real …', [])
  .option('--busybox <file>', 'a statically linked program for the image, if the server has no such image yet')
  .option('--json', 'print the results as one JSON array')
  .addHelpText(
    'after',
    `
Examples:
  lading-scenarios --host unix:///var/run/docker.sock
  lading-scenarios --host tcp://127.0.0.1:2375 --api 1.41 container/
  lading-scenarios --host unix:///run/mine.sock --without real swarm --json`,
  );

const exitCodes = { passed: 0, failed: 1, error: 2 };

async function run(names: readonly string[], options: Options): Promise<number> {
  const address = addressOf(options.host);
  const scenarios = readScenarios(options.scenarios).filter(
    ({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)),
  );
  const knownFailures = readKnownFailuresOf(options);
  await createImage(address, options.busybox);
  const results: ScenarioResult[] = [];
  const note = (result: ScenarioResult) => {
    results.push(result);
    if (options.json !== true) process.stdout.write(describe(result));
  };
  const target = { address, variables: new Map<string, unknown>([['image', image]]) };
  for (const version of options.api.length > 0 ? options.api : await servedVersions(options)) {
    for (const scenario of scenarios.filter((each) => runsAt(each, version))) {
      const missing = scenario.needs.find((need) => options.without.includes(need));
      const base = { scenario: scenario.name, title: scenario.title, version };
      const reason = findKnownFailure(knownFailures, scenario.name, version)?.reason;
      if (missing !== undefined) {
        note({ ...base, outcome: 'skipped', reason: `needs ${missing}` });
        continue;
      }
      await prepareSwarm(scenario, options);
      const failure = await runScenario(scenario, { ...target, version });
      if (failure === undefined)
        note({
          ...base,
          outcome: reason === undefined ? 'passed' : 'unexpected pass',
          ...(reason !== undefined && { reason }),
        });
      else
        note({
          ...base,
          outcome: reason === undefined ? 'failed' : 'known failure',
          failure,
          ...(reason !== undefined && { reason }),
        });
    }
  }
  await prepareSwarm({ needs: ['no-swarm'] }, options);
  if (options.json === true) process.stdout.write(`${JSON.stringify(results, undefined, 2)}\n`);
  else process.stdout.write(summaryOf(results));
  return results.some(({ outcome }) => outcome === 'failed' || outcome === 'unexpected pass')
    ? exitCodes.failed
    : exitCodes.passed;
}

let inSwarm: boolean | undefined;
async function prepareSwarm({ needs }: Pick<Scenario, 'needs'>, { host, without }: Options): Promise<void> {
  const needsSwarm = needs.includes('swarm') ? true : needs.includes('no-swarm') ? false : undefined;
  if (needsSwarm === undefined || without.includes('swarm') || needsSwarm === inSwarm) return;
  await (needsSwarm ? enterSwarm : leaveSwarm)(addressOf(host));
  // A scenario that starts outside a swarm may enter one.
  inSwarm = needsSwarm ? true : undefined;
}

async function servedVersions({ host }: Options): Promise<readonly string[]> {
  const { lowest, highest } = await versionRangeOf(addressOf(host));
  const number = (version: string) => Number(version.split('.')[1]);
  return ['1.41', '1.44'].filter((one) => number(one) >= number(lowest) && number(one) <= number(highest));
}

function readKnownFailuresOf({ knownFailures: target, scenarios }: Options): readonly KnownFailure[] {
  if (target === undefined) return [];
  const named = join(scenarios, 'known-failures', `${target}.yaml`);
  const file = existsSync(named) ? named : target;
  return readKnownFailures(readFileSync(file, 'utf8'), file);
}

command.action(async (names: readonly string[]) => {
  try {
    process.exitCode = await run(names, command.opts<Options>());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = exitCodes.error;
  }
});
await command.parseAsync();
