// Runs scripted clients at old versions on an engine 26.1, directly and through a bridge that only uses 1.44 with it.

import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { addressOf, defaultHome, engineTree, type EngineTree } from '../drivers/engine-tree.js';
import { http } from '../drivers/http.js';
import { image } from '../drivers/scene.js';
import { startBridge } from '../oracle/bridge-process.js';
import { readRules } from '../oracle/rules.js';
import { scriptedClients, type ScriptedClient } from './clients.js';
import { clientTable, type ClientResult } from './client-table.js';
import { stepDifferences, stepsOf, type ScriptStep } from './script-output.js';

const engineName = '26.1';

const usage = `Usage: node tools/conformance/clients-through-bridge.mjs --results FOLDER [options]

Runs scripts of clients at old versions on an engine ${engineName}, directly and through a bridge that only uses 1.44 with it, and
compares what they print. A step differs if it differs in two runs of both. As root; the engine is emptied, and the clients are
installed in the trees of the engines.

  --results FOLDER   one file for each client and version; those that exist are not run again
  --client NAME      only this client: ${scriptedClients.map(({ name }) => name).join(', ')}
  --versions LIST    only these versions
  --home FOLDER      the installation of the engines ($LADING_ENGINES)
  --help             prints this text
`;

const { values } = parseArgs({
  options: {
    results: { type: 'string' },
    client: { type: 'string' },
    versions: { type: 'string' },
    home: { type: 'string', default: defaultHome },
    help: { type: 'boolean', default: false },
  },
});
const source = join(dirname(fileURLToPath(import.meta.url)), '../../clients-through-bridge');
const rulesFile = join(source, '../oracle/normalise.yaml');
const { texts } = readRules(readFileSync(rulesFile, 'utf8'), rulesFile);
const forward = `node ${join(source, '../dist/oracle/forward.js')} {listen} {engine}`;
const bridge = `node ${join(source, '../../../packages/bridge/bin/bridge.mjs')} --listen unix://{listen} --engine unix://{engine} --as 1.44`;

if (values.help) process.stdout.write(usage);
else if (values.results === undefined) {
  process.stderr.write(`${usage}\n--results FOLDER is required\n`);
  process.exitCode = 2;
} else await main(values.results);

async function main(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const client of scriptedClients.filter(({ name }) => values.client === undefined || values.client === name))
    for (const version of client.versions.filter((one) => values.versions?.split(',').includes(one) !== false)) {
      const file = join(folder, `${client.name}-${version}.json`);
      if (existsSync(file)) continue;
      writeFileSync(file, `${JSON.stringify(await compareAt(client, version), undefined, 1)}\n`);
      process.stderr.write(`${client.name} ${version}\n`);
    }
  const results = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as ClientResult);
  process.stdout.write(clientTable(results));
  if (results.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
}

async function compareAt(client: ScriptedClient, version: string): Promise<ClientResult> {
  await install(client);
  const run = (command: string): Promise<readonly ScriptStep[]> => runClient(client, version, command);
  const direct = await run(forward);
  let differences = stepDifferences(direct, await run(bridge));
  if (differences.length > 0) {
    const again = stepDifferences(await run(forward), await run(bridge));
    differences = differences.filter(({ step }) => again.some((one) => one.step === step));
  }
  const date = new Date().toISOString().slice(0, 10);
  return { date, client: client.name, version, steps: direct.length, differences };
}

/** Runs the script with an empty engine behind the command of a bridge. */
async function runClient(client: ScriptedClient, version: string, command: string): Promise<readonly ScriptStep[]> {
  const engine = engineTree(values.home, engineName);
  const folder = join(values.home, client.tree ?? engineName, 'dk');
  await engine.startEmpty();
  mkdirSync(folder, { recursive: true });
  const between = await startBridge(command, { socket: engine.socket, listen: join(folder, 'client.sock') });
  try {
    await http['setup']?.(engine.scene(version));
    return stepsOf(await output(clientCommand(client, folder, engine), client, version), texts);
  } finally {
    await between.stop();
    await engine.stop();
  }
}

interface ClientCommand {
  readonly words: readonly [string, ...string[]];
  readonly socket: string;
}

/** Within a tree, the folder of the sockets is `/dk`. */
function clientCommand({ tree, program, script }: ScriptedClient, folder: string, engine: EngineTree): ClientCommand {
  const file = join(source, 'scripts', script);
  if (tree !== undefined) {
    copyFileSync(file, join(folder, script));
    return { words: ['chroot', join(values.home, tree), program, `/dk/${script}`], socket: '/dk/client.sock' };
  }
  const pid = readFileSync(join(engine.root, 'dk/pid'), 'utf8').trim();
  return { words: ['nsenter', `--net=/proc/${pid}/ns/net`, program, file], socket: join(folder, 'client.sock') };
}

function output({ words, socket }: ClientCommand, client: ScriptedClient, version: string): Promise<string> {
  const [program, ...rest] = words;
  const child = spawn(program, rest, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      DOCKER_HOST: `unix://${socket}`,
      DOCKER_API_VERSION: version,
      COMPOSE_API_VERSION: version,
      IMAGE: image,
      ADDRESS: addressOf(engineName),
      ...client.environment,
    },
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', () => resolve(text));
  });
}

/** Installs the packages of a client in its tree. */
async function install({ tree, packages }: ScriptedClient): Promise<void> {
  if (tree === undefined) return;
  const root = join(values.home, tree);
  const run = promisify(execFile);
  const isInstalled = await run('chroot', [root, 'dpkg', '-s', ...packages]).then(
    () => true,
    () => false,
  );
  if (isInstalled) return;
  const script =
    'root=$1; shift; cp /etc/resolv.conf "$root/etc/resolv.conf"; mount -t proc proc "$root/proc"; chroot "$root" apt-get -qq -o Acquire::Check-Valid-Until=false update; ' +
    'DEBIAN_FRONTEND=noninteractive chroot "$root" apt-get -qq install -y --no-install-recommends "$@"';
  await run('unshare', ['--mount', 'bash', '-euc', script, 'install', root, ...packages], { maxBuffer: 1 << 26 });
}
