/** The command `tour`: runs real command lines on engines, directly and through the examples, step by step. */
import { parseArgs } from 'node:util';
import { markdownTable } from '@lading/run/markdown-table';
import { commandLines } from './command-lines.js';
import { differencesOf, type Difference } from './compare.js';
import { emptyEngine } from './empty-engine.js';
import { runTour, type TourOutcome } from './run-tour.js';
import { steps } from './steps/index.js';
import { engines, openTarget, targetKinds, type Engine, type TargetKind } from './targets.js';

const help = `Usage: tour --empty [options]

Runs ${steps.length} commands with the product's command lines (${commandLines.join(', ')}) on engines (${engines.map(({ name }) => name).join(', ')}),
directly and through examples/gateway, examples/allow-list and a client as handlers, and compares exit
codes and output, with ids, times and addresses masked.

Options:
  --empty               required: confirms that everything on the engines is removed, repeatedly
  --engine NAME         run only this engine; may be given several times
  --client NAME         run only this command line; may be given several times
  --target NAME         run only gateway, allow-list or from-client; may be given several times
  --step NAME           run only steps whose names start with NAME; may be given several times
  --verbose             print the output of every step on the engine itself
  -h, --help            print this help

LADING_ENGINES is the folder of the engines: use separate engines, which
tools/conformance/engines installs and starts. Exit codes: 0 no step differs,
1 a step differs, 2 usage error.`;

interface TourRow {
  readonly client: string;
  readonly engine: string;
  readonly target: TargetKind;
  readonly count: number;
  readonly failed: number;
  readonly differences: readonly Difference[];
}

const rows: TourRow[] = [];
const { values } = readArguments();
for (const engine of engines.filter(({ name }) => values.engine?.includes(name) ?? true)) {
  for (const client of commandLines.filter((name) => values.client?.includes(name) ?? true)) {
    await compare(engine, client);
  }
}
print();
process.exitCode = rows.some(({ differences }) => differences.length > 0) ? 1 : 0;

async function compare(engine: Engine, client: string): Promise<void> {
  const direct = await run('engine', engine, client);
  if (values.verbose === true) {
    for (const { step, code, stdout, stderr } of direct) console.log(`# ${step.name} → ${code}\n${stdout}${stderr}`);
  }
  for (const target of targetKinds.slice(1).filter((name) => values.target?.includes(name) ?? true)) {
    const outcomes = await run(target, engine, client);
    const differences = differencesOf(direct, outcomes);
    const failed = direct.filter(({ code }) => code !== 0).length;
    rows.push({ client, engine: engine.name, target, count: direct.length, failed, differences });
    for (const { step, part, expected, actual } of differences) {
      console.log(`${client} on ${engine.name} through ${target}: ${step}: ${part}\n- ${expected}\n+ ${actual}`);
    }
  }
}

async function run(kind: TargetKind, engine: Engine, client: string): Promise<readonly TourOutcome[]> {
  await emptyEngine(engine);
  const target = await openTarget(kind, engine);
  try {
    // A gateway serves the version that it uses with its engine; without a gateway, newer command lines would use a newer version.
    const version = kind === 'engine' && client !== '20.10' ? engine.version : undefined;
    return await runTour(client, target.host, values.step, version);
  } finally {
    target.close();
  }
}

function print(): void {
  const figures = ['steps', 'failed on the engine', 'differ'].map((title) => ({ title, align: 'right' as const }));
  const columns = [...['command line', 'engine', 'through'].map((title) => ({ title })), ...figures];
  const cells = rows.map(({ client, engine, target, count, failed, differences }) => {
    const differing = new Set(differences.map(({ step }) => step)).size;
    return [client, engine, target, ...[count, failed, differing].map(String)];
  });
  console.log(markdownTable(columns, cells));
}

function readArguments() {
  const list = { type: 'string', multiple: true } as const;
  const flag = { type: 'boolean' } as const;
  try {
    const parsed = parseArgs({
      options: {
        empty: flag,
        engine: list,
        client: list,
        target: list,
        step: list,
        verbose: flag,
        help: { ...flag, short: 'h' },
      },
    });
    if (parsed.values.help === true) stop(0, help);
    if (parsed.values.empty !== true)
      stop(2, `${help}\n\ntour: --empty is missing: the tour removes everything on the engines`);
    return parsed;
  } catch (error) {
    return stop(2, `tour: ${(error as Error).message}; --help shows the options`);
  }
}

function stop(code: number, message: string): never {
  (code === 0 ? console.log : console.error)(message);
  process.exit(code);
}
