// Runs a tour of the command line on the reference engine, and on a real one if its address is passed, and compares exit codes.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { baseImage } from './base-image.mjs';

const usage = `Usage: node tools/e2e/engine/tour.mjs [--tour NAME] [--compose FILE] [--real ADDRESS] [--busybox FILE] [--write]

Runs the commands of tour.txt with \`docker\` on the reference engine, and compares their exit codes with those of a real engine.
Without --real, it compares with the recorded codes of tour.json.

  --tour NAME       another list of commands, with codes and a folder of files of that name: compose
  --compose FILE    the program docker-compose of version 2 (/usr/libexec/docker/cli-plugins/docker-compose)
  --real ADDRESS    a real engine without containers and images: unix:///var/tmp/lading-engines/26.1/dk/docker.sock
  --busybox FILE    a static busybox, for the image of the real engine
  --write           write the codes of the real engine into tour.json
  --verbose         print what the commands print where the codes differ
`;

const { values } = parseArgs({
  options: {
    tour: { type: 'string', default: 'tour' },
    compose: { type: 'string', default: '/usr/libexec/docker/cli-plugins/docker-compose' },
    real: { type: 'string' },
    busybox: { type: 'string', default: '/bin/busybox' },
    write: { type: 'boolean' },
    verbose: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
if (values.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const here = dirname(fileURLToPath(import.meta.url));
const commands = readFileSync(join(here, `${values.tour}.txt`), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

const own = await tourOfOwn();
const real = values.real === undefined ? recorded() : tour(values.real);
if (values.write) {
  const codes = Object.fromEntries(real.map(({ command, code }, index) => [`${index + 1} ${command}`, code]));
  writeFileSync(join(here, `${values.tour}.json`), `${JSON.stringify(codes, undefined, 2)}\n`);
}
const different = own.filter(({ code }, index) => code !== real[index].code);
for (const { command, code, output, index } of different) {
  process.stdout.write(`${command}\n  exit code ${code}, a real engine ${real[index].code}\n`);
  if (values.verbose) process.stdout.write(`  here: ${output}\n  real: ${real[index].output ?? ''}\n`);
}
process.stdout.write(
  `${commands.length - different.length} of ${commands.length} commands have the exit code of a real engine\n`,
);
process.exit(different.length === 0 ? 0 : 1);

function recorded() {
  const codes = JSON.parse(readFileSync(join(here, `${values.tour}.json`), 'utf8'));
  return commands.map((command, index) => ({ command, code: codes[`${index + 1} ${command}`] }));
}

async function tourOfOwn() {
  const folder = mkdtempSync(join(tmpdir(), 'lading-tour-engine-'));
  const address = `unix://${join(folder, 'engine.sock')}`;
  const launcher = join(here, '../../../packages/engine/bin/lading-engine.mjs');
  const engine = spawn(process.execPath, [launcher, '--host', address], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => engine.stdout.once('data', resolve));
  try {
    return tour(address);
  } finally {
    engine.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

function tour(address) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-tour-'));
  const environment = {
    ...process.env,
    DOCKER_HOST: address,
    DOCKER_BUILDKIT: '0',
    DOCKER_CONFIG: join(folder, 'config'),
  };
  mkdirSync(join(folder, 'config', 'cli-plugins'), { recursive: true });
  symlinkSync(values.compose, join(folder, 'config', 'cli-plugins', 'docker-compose'));
  if (existsSync(join(here, values.tour))) cpSync(join(here, values.tour), folder, { recursive: true });
  mkdirSync(join(folder, 'context'));
  writeFileSync(join(folder, 'file'), 'content\n');
  writeFileSync(join(folder, 'empty.tar'), Buffer.alloc(1024));
  writeFileSync(join(folder, 'context', 'file'), 'content\n');
  writeFileSync(
    join(folder, 'context', 'Dockerfile'),
    'FROM base AS first\nARG V=1\nRUN echo $V > /v\nFROM first\nCOPY file /\n',
  );
  writeFileSync(join(folder, 'context', 'broken'), 'FROM base\nFOO\n');
  writeFileSync(join(folder, 'context', 'failing'), 'FROM base\nRUN exit 3\n');
  execFileSync('docker', ['import', '--change', 'CMD ["sh"]', '-', 'base'], {
    env: environment,
    input: baseImage(values.busybox),
  });
  try {
    return commands.map((command, index) => {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
        ...{ cwd: folder, env: environment, input: '', timeout: 60_000, encoding: 'utf8' },
      });
      return { command, index, code: status, output: `${stdout}${stderr}`.trim() };
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
