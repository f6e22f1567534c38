/** The command: runs the conformance scenarios against a server and reports which ones it fails, as text. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressOf } from '../../drivers/send.js';
import { createImage, enterSwarm, image, leaveSwarm, servedVersions } from './prepare.js';
import { runScenario, type ScenarioFailure } from './run-scenario.js';
import { findKnownFailure, readKnownFailures, readScenarios, runsAt, type Need, type Scenario } from './scenario.js';

const scenariosFolder = join(dirname(fileURLToPath(import.meta.url)), '../../../../../spec/scenarios');

/** The values of the options, as texts. */
interface Settings {
  readonly names: readonly string[];
  readonly host: string;
  readonly api?: readonly string[];
  readonly scenarios: string;
  readonly 'known-failures'?: string;
  readonly without?: readonly Need[];
  readonly busybox?: string;
  readonly json: boolean;
}

export const command = {
  about: `Runs the conformance scenarios of the specification against a server. SCENARIO is a name or its beginning: container/ swarm/init.
Exit codes: 0 success, 1 a scenario fails or a known failure passes, 2 the scenarios cannot be run.`,
  names: 'SCENARIO',
  options: {
    host: ['ADDRESS', 'unix:///path or tcp://host:port'],
    api: ['VERSION…', 'an API version (repeatable; 1.41 and 1.44, as far as the server supports them)'],
    scenarios: ['FOLDER', 'the folder of scenarios', scenariosFolder],
    'known-failures': ['NAME', 'known failures: a name in known-failures/, or a file'],
    without: ['NEED…', 'skip scenarios that need this: swarm, registry, index, real … (repeatable)'],
    busybox: ['FILE', 'a statically linked program for the image, if the server has no such image yet'],
  },
  async run(options: Partial<Settings>, { refuse }: { readonly refuse: (message: string) => never }) {
    const { host = refuse('--host is missing'), json } = options;
    try {
      const results = await runAll({ ...(options as Settings), host });
      const failed = results.some(({ outcome }) => outcome === 'failed' || outcome === 'unexpected pass');
      return { json: results, failed, ...(!json && { text: summaryOf(results).trimEnd() }) };
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
      return { json: [], exitCode: 2 };
    }
  },
};

async function runAll(options: Settings): Promise<readonly ScenarioResult[]> {
  const { host, names, api = [], without = [], json } = options;
  const address = addressOf(host);
  const all = readScenarios(options.scenarios);
  const unknown = names.find((one) => !all.some(({ name }) => name.startsWith(one)));
  if (unknown !== undefined) throw new Error(`no scenario has the name ${unknown}, or begins with it`);
  const scenarios = all.filter(({ name }) => names.length === 0 || names.some((one) => name.startsWith(one)));
  const { 'known-failures': list } = options;
  const named = join(options.scenarios, 'known-failures', `${list}.yaml`);
  const file = existsSync(named) ? named : list;
  const knownFailures = file === undefined ? [] : readKnownFailures(readFileSync(file, 'utf8'), file);
  await createImage(address, options.busybox);
  const results: ScenarioResult[] = [];
  const note = (result: ScenarioResult) => {
    results.push(result);
    if (!json) process.stdout.write(describe(result));
  };
  const target = { address, variables: new Map<string, unknown>([['image', image]]) };
  for (const version of api.length > 0 ? api : await servedVersions(address)) {
    for (const scenario of scenarios.filter((each) => runsAt(each, version))) {
      const missing = scenario.needs.find((need) => without.includes(need));
      const base = { scenario: scenario.name, title: scenario.title, version };
      if (missing !== undefined) {
        note({ ...base, outcome: 'skipped', reason: `needs ${missing}` });
        continue;
      }
      const reason = findKnownFailure(knownFailures, scenario.name, version)?.reason;
      await prepareSwarm(scenario, options);
      const failure = await runScenario(scenario, { ...target, version });
      const outcomes =
        failure === undefined ? (['passed', 'unexpected pass'] as const) : (['failed', 'known failure'] as const);
      note({ ...base, failure, reason, outcome: outcomes[reason === undefined ? 0 : 1] });
    }
  }
  await prepareSwarm({ needs: ['no-swarm'] }, options);
  return results;
}

let inSwarm: boolean | undefined;
async function prepareSwarm({ needs }: Pick<Scenario, 'needs'>, { host, without = [] }: Settings): Promise<void> {
  const needsSwarm = needs.includes('swarm') ? true : needs.includes('no-swarm') ? false : undefined;
  if (needsSwarm === undefined || without.includes('swarm') || needsSwarm === inSwarm) return;
  await (needsSwarm ? enterSwarm : leaveSwarm)(addressOf(host));
  // A scenario that starts outside a swarm may enter one.
  inSwarm = needsSwarm ? true : undefined;
}

export interface ScenarioResult {
  readonly scenario: string;
  readonly title: string;
  readonly version: string;
  readonly outcome: 'passed' | 'failed' | 'known failure' | 'unexpected pass' | 'skipped';
  readonly failure?: ScenarioFailure | undefined;
  readonly reason?: string | undefined;
}

const marks = { passed: '✓', failed: '✗', 'known failure': '~', 'unexpected pass': '!', skipped: '-' } as const;

function describe({ scenario, title, version, outcome, failure, reason }: ScenarioResult): string {
  const line = `${marks[outcome]} ${version} ${scenario}: ${title}\n`;
  if (outcome === 'passed') return line;
  if (outcome === 'unexpected pass') return `${line}    passed, but is listed as a known failure: ${reason ?? ''}\n`;
  if (outcome !== 'failed' || failure === undefined) return `${line}    ${outcome}: ${reason ?? ''}\n`;
  const differences = failure.mismatches.map(
    ({ at, expected, actual }) =>
      `      ${at}: expected ${expected}, actual ${shorten(JSON.stringify(actual) ?? 'nothing')}\n`,
  );
  const response = failure.response === undefined ? '' : `      response: ${shorten(failure.response)}\n`;
  return `${line}    when ${failure.step} (${failure.request})\n${differences.join('')}${response}`;
}

/** What failed, once more, and how many scenarios had each outcome. */
export function summaryOf(results: readonly ScenarioResult[]): string {
  const parts = Object.keys(marks)
    .map((outcome) => `${results.filter((result) => result.outcome === outcome).length} ${outcome}`)
    .filter((part) => !part.startsWith('0 '));
  // Once more at the end: of long output, that is what a log keeps.
  const faults = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'unexpected pass').map(describe);
  return `\n${faults.join('')}${parts.join(', ') || 'no scenario has that name'}\n`;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}
