/** Runs the packed generator over hostile and broken inputs. */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} HostileResult
 * @property {string} name
 * @property {string} command
 * @property {number} seconds of CPU time
 * @property {number} megabytes
 * @property {boolean} hasStack
 */

/** Prints what the process used. */
const meter = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write('\\nUSED ' + (userCPUTime + systemCPUTime) / 1e6 + ' ' + maxRSS / 1024 + '\\n');
});`;

/**
 * @param {string} folder that of the packed generator
 * @param {import('./cases.mjs').HostileCase} input
 * @returns {Omit<HostileResult, 'name'>} with `NaN` if the command did not end
 */
export function runHostile(folder, { command, files }) {
  const place = mkdtempSync(join(folder, 'run-'));
  try {
    writeFiles(place, files);
    const names = Object.keys(files);
    const args = command === 'generate' ? ['--document', String(names[0]), '--out', 'out', '--no-paths'] : names;
    const program = join(folder, 'node_modules', 'lading', 'cli', 'lading.mjs');
    const preload = `data:text/javascript,${encodeURIComponent(meter)}`;
    const { stderr } = spawnSync(process.execPath, ['--import', preload, program, command, ...args], {
      cwd: place,
      encoding: 'utf8',
      timeout: 120_000,
      maxBuffer: 1 << 29,
    });
    const [, seconds, megabytes] = /^USED (\S+) (\S+)$/m.exec(stderr) ?? [];
    const hasStack = /^( {4}at |UNEXPECTED)/m.test(stderr);
    return { command, seconds: Number(seconds), megabytes: Number(megabytes), hasStack };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Runs command lines in one process, since starting one for each takes most of the time. */
const program = `
import { main } from './node_modules/lading/dist/cli/main.js';
process.on('disconnect', () => process.exit());
process.on('message', async (args) => {
  let output = '';
  for (const stream of [process.stdout, process.stderr]) stream.write = (text) => (output += String(text)) !== '';
  await main(args);
  process.send(output);
});
`;

/**
 * @param {string} folder that of the packed generator
 * @param {readonly import('./cases.mjs').Input[]} inputs
 * @param {RegExp} stackLine what no command prints
 * @returns {Promise<readonly string[]>} the commands that print a stack, with their files
 */
export async function runBroken(folder, inputs, stackLine) {
  writeFileSync(join(folder, 'commands.mjs'), program);
  const child = fork(join(folder, 'commands.mjs'), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The generator ended its process with ${code}`);
  });
  /** @type {string[]} */
  const stacks = [];
  try {
    for (const { command, files } of inputs) {
      writeFiles(folder, files);
      child.send(command);
      const [output] = await Promise.race([once(child, 'message'), ended]);
      if (stackLine.test(output)) stacks.push(`${command.join(' ')}: ${JSON.stringify(files)}`);
    }
  } finally {
    ended.catch(() => undefined);
    child.disconnect();
  }
  return stacks;
}

/** @param {string} folder @param {Readonly<Record<string, string>>} files */
function writeFiles(folder, files) {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
}
