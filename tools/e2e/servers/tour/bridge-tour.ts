/** The command `bridge-tour`: runs a command line at old versions on an engine, directly and through the bridge. */
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '@lading/run/markdown-table';
import { differencesOf, type Difference } from './compare.js';
import { emptyEngine } from './empty-engine.js';
import { runTour, type TourOutcome } from './run-tour.js';
import { engines, openTarget, type Engine, type TargetKind } from './targets.js';

const defaults = '1.24,1.26,1.28,1.30,1.32,1.35,1.37,1.39,1.41,1.43';

const help = `Usage: bridge-tour --empty --results FOLDER [options]

Runs the steps of the tour with command lines that DOCKER_API_VERSION pins to old versions: on an engine 26.1 itself, and
through a bridge that only uses 1.44 with it. Compares exit codes and output, with ids, times and addresses masked. A step
differs if it differs in two runs of both.

Options:
  --empty               required: confirms that everything on the engine is removed, repeatedly
  --results FOLDER      required: one file for each version; versions that have one are not run again
  --versions LIST       the versions of the command line (${defaults})
  --older               instead, runs a command line of today through a bridge before an engine 20.10, and compares with what it does
                        on an engine 26.1 itself
  --step NAME           run only steps whose names start with NAME; may be given several times
  -h, --help            print this help

Prints the table of all results in the folder. LADING_ENGINES is the folder of the engines; the engine has to run. Exit codes:
0 no step differs, 1 a step differs, 2 usage error.`;

interface VersionResult {
  readonly date: string;
  readonly client: string;
  readonly version: string;
  readonly steps: number;
  /** The steps that exit with another code than 0 on the engine itself. */
  readonly failed: number;
  readonly differences: readonly Difference[];
}

const { values } = parseArgs({
  options: {
    empty: { type: 'boolean', default: false },
    results: { type: 'string' },
    versions: { type: 'string' },
    older: { type: 'boolean', default: false },
    step: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
const { results: folder } = values;
if (values.help) console.log(help);
else if (!values.empty || folder === undefined) {
  console.error(`${help}\n\nbridge-tour: --empty and --results are required`);
  process.exitCode = 2;
} else await main(folder);

async function main(results: string): Promise<void> {
  mkdirSync(results, { recursive: true });
  const [older, engine] = ['20.10', '26.1'].map((name) => engines.find((one) => one.name === name)) as [Engine, Engine];
  for (const version of (values.versions ?? (values.older ? '1.44' : defaults)).split(',')) {
    const file = join(results, `${version}.json`);
    if (existsSync(file)) continue;
    const result = await compareAt(version, engine, values.older ? older : engine);
    writeFileSync(file, `${JSON.stringify(result, undefined, 1)}\n`);
    for (const { step, part, expected, actual } of result.differences)
      console.log(`${version}: ${step}: ${part}\n- ${expected}\n+ ${actual}`);
  }
  const all = readdirSync(results)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(results, name), 'utf8')) as VersionResult);
  print(all);
  process.exitCode = all.some(({ differences }) => differences.length > 0) ? 1 : 0;
}

async function compareAt(version: string, engine: Engine, behindBridge: Engine): Promise<VersionResult> {
  // The old command line speaks up to 1.41.
  const client = Number(version.slice(2)) > 41 ? '28.5' : '20.10';
  const run = (kind: TargetKind): Promise<readonly TourOutcome[]> =>
    runOn(kind, kind === 'bridge' ? behindBridge : engine, client, version);
  const direct = await run('engine');
  let differences = differencesOf(direct, await run('bridge'));
  if (differences.length > 0) {
    const again = differencesOf(await run('engine'), await run('bridge'));
    differences = differences.filter((one) => again.some(({ step, part }) => step === one.step && part === one.part));
  }
  const failed = direct.filter(({ code }) => code !== 0).length;
  return { date: new Date().toISOString().slice(0, 10), client, version, steps: direct.length, failed, differences };
}

async function runOn(
  kind: TargetKind,
  engine: Engine,
  client: string,
  version: string,
): Promise<readonly TourOutcome[]> {
  await emptyEngine(engine);
  const target = await openTarget(kind, engine);
  try {
    return await runTour(client, target.host, values.step, version);
  } finally {
    target.close();
  }
}

function print(results: readonly VersionResult[]): void {
  const titles = ['version', 'command line', 'date', 'steps', 'failed on the engine', 'differ'];
  const columns = titles.map((title, index) => (index < 3 ? { title } : { title, align: 'right' as const }));
  const differing = ({ differences }: VersionResult): number => new Set(differences.map(({ step }) => step)).size;
  const rows = results.map((one) => [
    one.version,
    one.client,
    one.date,
    ...[one.steps, one.failed, differing(one)].map(String),
  ]);
  console.log(markdownTable(columns, rows));
  const [steps, equal] = [results.map(({ steps }) => steps), results.map((one) => one.steps - differing(one))].map(sum);
  console.log(`${equal} of ${steps} steps are equal`);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
