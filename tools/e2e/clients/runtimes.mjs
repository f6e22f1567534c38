/** Runs a smoke test of the built clients in Node, Bun and Deno: with the reference engine, or with real engines. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { group } from '@lading/run/installs';
import { inFolder, runCommand } from '../../run/commands.mjs';
import { home, startSubject } from '../acceptance/subjects.mjs';

const here = import.meta.dirname;
await runCommand('tools/e2e/clients/runtimes.mjs', {
  about: `Runs a smoke test of the built clients in each runtime: "node", "bun", "deno run -A". Without commands: the Node that runs
this, and the runtimes that tools/run/installs/runtimes names.`,
  names: 'COMMAND',
  options: {
    real: ['', 'with the real engines of tools/conformance/engines, in releases of Node, and from bundles too'],
  },
  async run({ names, real }) {
    const commands = names.length > 0 ? names.map((command) => command.split(' ')) : installed(real);
    await (real ? inFolder((folder) => withRealEngines(folder, commands)) : withReferenceEngine(commands));
    return { exitCode: process.exitCode };
  },
});

/** Each Node calls an engine that it runs, too; other runtimes one in the Node that runs this. */
async function withReferenceEngine(commands) {
  for (const command of commands) {
    const node = command[0].endsWith('/node') ? command[0] : process.execPath;
    const engine = await startSubject('reference', { engineOptions: ['--image', 'alpine'], node });
    for (const version of ['1.41', '1.44']) run(command, join(here, 'smoke.mjs'), version, engine.host);
    engine.stop();
  }
}

/** The clients from their packages, by `import` and `require()`, and from bundles in a folder from which no package can be imported. */
async function withRealEngines(folder, commands) {
  const { build } = group('runtimes').require('esbuild');
  const bundle = async (entry, settings) => {
    const outfile = join(folder, entry);
    const shared = { bundle: true, minify: true, platform: 'node', target: 'node20', logLevel: 'warning' };
    await build({ ...shared, ...settings, entryPoints: [join(here, entry)], outfile });
    return outfile;
  };
  const programs = [
    ...['smoke.mjs', 'smoke.cjs'].map((name) => join(here, name)),
    // CommonJS code in the bundle loads Node's built-in modules with `require`, which an ES module does not have.
    await bundle('smoke.mjs', {
      format: 'esm',
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    }),
    await bundle('smoke.cjs', { format: 'cjs' }),
  ];
  for (const [engine, version] of Object.entries({ '20.10': '1.41', 26.1: '1.44' })) {
    const tree = join(home, engine);
    const socket = join(tree, 'dk/docker.sock');
    if (existsSync(socket))
      for (const command of commands)
        for (const program of programs) run(command, program, version, `unix://${socket}`, tree);
    else if (process.env.LADING_ENGINES_REQUIRED === '1') fail(`there is no ${socket}; start engine ${engine} first`);
    else console.warn(`SKIPPED: there is no ${socket}; start engine ${engine} first`);
  }
}

/** The Node that runs this, and the other runtimes, which are installed when they are first needed. */
function installed(isReal) {
  const runtimes = group('runtimes');
  runtimes.install();
  // The packages of Node all provide the command `node`, so they are installed under aliases.
  const nodes = runtimes.versions.flatMap(([name]) =>
    name.startsWith('node') ? [[runtimes.file(`${name}/bin/node`)]] : [],
  );
  const others = [[runtimes.file('.bin/bun')], [runtimes.file('.bin/deno'), 'run', '-A']];
  return [[process.execPath], ...nodes, ...(isReal ? [] : others)];
}

function run([program, ...options], ...args) {
  const { status, error } = spawnSync(program, [...options, ...args], { stdio: 'inherit', timeout: 120_000 });
  if (status !== 0) fail(`${[program, ...options, ...args].join(' ')}: ${error?.message ?? `status ${status}`}`);
}

function fail(message) {
  console.error(`FAILED: ${message}`);
  process.exitCode = 1;
}
