// Runs stories of swarms with the command line on two nodes of the reference engine and on two real engines, and compares them.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { baseImage } from './base-image.mjs';

const usage = `Usage: node tools/e2e/engine/swarm-stories.mjs [--real ADDRESS --peer ADDRESS --ip IP] [--busybox FILE] [--write]

Runs the commands of swarm-stories.txt with \`docker\`, and compares exit codes and output with two real engines, or with what they
printed in the recorded run (swarm-stories.json).

  --real, --peer ADDRESS   two real engines in no swarm, without containers: unix:///…/26.1/dk/docker.sock and …/dk/peer.sock
  --ip IP                  the address of the first one (10.199.26.1)
  --busybox FILE           a static busybox, for the image of the real engines
  --write                  record what the real engines print
`;

const { values } = parseArgs({
  options: {
    real: { type: 'string' },
    peer: { type: 'string' },
    ip: { type: 'string', default: '10.199.26.1' },
    busybox: { type: 'string', default: '/bin/busybox' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const here = dirname(fileURLToPath(import.meta.url));
const record = join(here, 'swarm-stories.json');
const commands = readFileSync(join(here, 'swarm-stories.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !/^# |^#$/.test(line));

const prelude = `
on_worker() { DOCKER_HOST=$WORKER docker "$@"; }
until_equal() {
  for _ in $(seq 120); do last=$(sh -c "$2" 2>/dev/null); [ "$last" = "$1" ] && break; sleep 0.5; done
  echo "$last"; [ "$last" = "$1" ]
}
`;
/** On a registry that does not exist, so that no engine finds or creates the image there. */
const imageName = '127.0.0.1:9/base';
const stack = `version: '3.8'
services:
  web:
    image: ${imageName}
    command: sleep 1000
    deploy: { replicas: 2, labels: { tier: front } }
    ports: ['8099:80']
    networks: [back]
    secrets: [key]
    stop_grace_period: 1s
  db:
    image: ${imageName}
    command: sleep 1000
    networks: [back]
    stop_grace_period: 1s
networks: { back: {} }
secrets: { key: { file: ./file } }
`;

/** Replaces what differs between two runs: identifiers, tokens, addresses, names of machines. */
function masked(text, names) {
  let result = text
    .replaceAll(/SWMTKN-1-[0-9a-z-]+/g, 'TOKEN')
    .replaceAll(/\b(?:\d{1,3}\.){3}\d{1,3}(:\d+)?/g, 'ADDRESS')
    .replaceAll(/\b[0-9a-f]{64}\b|\b[0-9a-f]{12}\b|\b[0-9a-z]{25}\b/g, 'ID')
    .replaceAll(/-----BEGIN CERTIFICATE-----[^]*?-----END CERTIFICATE-----/g, 'CERTIFICATE');
  for (const name of names) result = result.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), 'NODE');
  return result.trim();
}

function run(manager, worker, ip) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-stories-'));
  const env = {
    ...process.env,
    DOCKER_HOST: manager,
    WORKER: worker,
    MANAGER_IP: ip,
    IMAGE: imageName,
    DOCKER_CONFIG: join(folder, 'c'),
  };
  writeFileSync(join(folder, 'file'), 'content');
  writeFileSync(join(folder, 'stack.yml'), stack);
  writeFileSync(
    join(folder, 'broken.yml'),
    stack.replace(`image: ${imageName}`, `image: ${imageName}\n    secrets_: []`),
  );
  const image = baseImage(values.busybox);
  for (const host of [manager, worker])
    execFileSync('docker', ['import', '--change', 'CMD ["sh"]', '-', imageName], {
      input: image,
      env: { ...env, DOCKER_HOST: host },
    });
  const names = [manager, worker].map((host) =>
    execFileSync('docker', ['info', '-f', '{{.Name}}'], {
      env: { ...env, DOCKER_HOST: host },
      encoding: 'utf8',
    }).trim(),
  );
  try {
    return commands.map((command) => {
      if (command.startsWith('##')) return { command };
      const options = { cwd: folder, env, input: '', timeout: 120_000, encoding: 'utf8' };
      const { status, stdout, stderr } = spawnSync('sh', ['-c', `${prelude}\n${command}`], options);
      return { command, code: status, output: masked(`${stdout}${stderr}`, names) };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-stories-engine-'));
  const [manager, worker] = ['a', 'b'].map((name) => `unix://${join(folder, name)}.sock`);
  const launcher = join(here, '../../../packages/engine/bin/lading-engine.mjs');
  const engine = spawn(process.execPath, [launcher, '--host', manager, '--node', worker], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  try {
    return run(manager, worker, '192.168.65.3');
  } finally {
    engine.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

const own = await runOwn();
const real =
  values.real === undefined ? JSON.parse(readFileSync(record, 'utf8')) : run(values.real, values.peer, values.ip);
if (values.write) writeFileSync(record, `${JSON.stringify(real, undefined, 2)}\n`);
let different = 0;
for (const [index, { command, code, output }] of own.entries()) {
  if (code === undefined) continue;
  const expected = real[index];
  if (code === expected.code && output === expected.output) continue;
  different += 1;
  process.stdout.write(`$ ${command}\n  here ${code}: ${output.replaceAll('\n', '\n    ')}\n`);
  process.stdout.write(`  real ${expected.code}: ${expected.output.replaceAll('\n', '\n    ')}\n`);
}
const count = own.filter(({ code }) => code !== undefined).length;
process.stdout.write(`${count - different} of ${count} commands print and return what two real engines do\n`);
process.exit(different === 0 ? 0 : 1);
