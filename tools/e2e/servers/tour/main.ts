/** The command `tour`: real command lines on engines, directly and through the examples, step by step. */
import { parseArgs } from 'node:util';
import { markdownTable } from '@lading/run/markdown-table';
import { commandLines } from './command-lines.js';
import { differencesOf, type Difference } from './compare.js';
import { emptyEngine } from './empty-engine.js';
import { runTour, type Outcome } from './run-tour.js';
import { steps } from './steps/index.js';
import { engines, openTarget, targetKinds, type Engine, type TargetKind } from './targets.js';

const help = `Usage: tour --empty [options]

Runs ${steps.length} commands with the product's command lines (${commandLines.join(', ')}) on engines (${engines.map(({ name }) => name).join(', ')}),
directly and through examples/gateway and examples/allow-list, and compares exit
codes and output, in which ids, times and addresses are masked.

Options:
  --empty               required: everything on the engines is removed, again and again
  --engine NAME         one engine alone; may be given several times
  --client NAME         one command line alone; may be given several times
  --target NAME         gateway or allow-list alone
  --step NAME           steps whose names begin so; may be given several times
  --verbose             the output of every step on the engine itself
  -h, --help            this text

LADING_ENGINES names the folder of the engines: give engines of your own, which
tools/conformance/engines installs and starts. Exit codes: 0 no step differs,
1 some do, 2 a command line that cannot be understood.`;

interface Row {
  readonly client: string;
  readonly engine: string;
  readonly target: TargetKind;
  readonly count: number;
  readonly failed: number;
  readonly differences: readonly Difference[];
}

const rows: Row[] = [];
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
    for (const { step, part, wanted, got } of differences) {
      console.log(`${client} on ${engine.name} through ${target}: ${step}: ${part}\n- ${wanted}\n+ ${got}`);
    }
  }
}

async function run(kind: TargetKind, engine: Engine, client: string): Promise<readonly Outcome[]> {
  await emptyEngine(engine);
  const target = await openTarget(kind, engine);
  try {
    // A gateway serves the version in which it asks its engine; on the engine itself newer command lines would speak a newer one.
    const version = kind === 'engine' && client !== '20.10' ? engine.version : undefined;
    return await runTour(client, target.host, values.step, version);
  } finally {
    target.close();
  }
}

function print(): void {
  const figures = ['steps', 'of them errors', 'differ'].map((title) => ({ title, align: 'right' as const }));
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
    if (parsed.values.empty !== true) stop(2, `${help}\n\ntour: --empty is missing: the engines would be emptied`);
    return parsed;
  } catch (error) {
    return stop(2, `tour: ${(error as Error).message}; --help shows the options`);
  }
}

function stop(code: number, message: string): never {
  (code === 0 ? console.log : console.error)(message);
  process.exit(code);
}
