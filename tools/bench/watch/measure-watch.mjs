/** Measures `lading generate --watch`: from the save of one file to the line that tells what was written. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure/median.mjs';
import { lading, repository } from '../places.mjs';

/** The launcher gives it this much room; here it is given at once, so that there is one process to be measured. */
const room = ['--max-semi-space-size=128', '--min-semi-space-size=64'];

/**
 * An edit of one file, another one each time; `bar` is how many milliseconds its median may take.
 * @typedef {{ readonly what: string, readonly bar: number, readonly file: string, readonly edit: (text: string, round: number) => string }} Edit
 */

/** @type {readonly Edit[]} */
const edits = [
  {
    what: 'a description in `v1.44/container.yaml`',
    bar: 1000,
    file: 'v1.44/container.yaml',
    edit: (text, round) => replaced(text, /^( {10,}description: ).*$/m, `$1Said for the ${round}th time.`),
  },
  {
    what: 'a new field in `v1.44/container.yaml`',
    bar: 1000,
    file: 'v1.44/container.yaml',
    edit: (text, round) =>
      replaced(
        text,
        /^( {6})properties:$/m,
        `$1properties:\n$1  New${round}: { type: string, description: It is new. }`,
      ),
  },
  {
    what: 'a line of `overlays/v1.41.yaml`',
    bar: 500,
    file: 'overlays/v1.41.yaml',
    edit: (text, round) => replaced(text, /^( +description: ).*$/m, `$1Differs for the ${round}th time.`),
  },
];

/**
 * @typedef {{ readonly what: string, readonly bar: number, readonly files: number, readonly median: number, readonly p95: number, readonly cpu?: number }} Row
 * in milliseconds; processor time only where the system tells it
 */

/**
 * @param {{ readonly rounds: number, readonly progress: (text: string) => void }} settings
 * @returns {Promise<readonly Row[]>}
 */
export async function measureWatch({ rounds, progress }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-watch-'));
  cpSync(join(repository, 'spec'), join(folder, 'spec'), { recursive: true });
  const emitters = ['types', 'client', 'server', 'docs', 'overlay'];
  const config = { spec: 'spec', emitters, out: 'packages', workspace: false, paths: false };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  const command = [...room, lading, 'generate', '--watch', '--json'];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  try {
    await event(lines);
    const samples = edits.map(() => /** @type {{ wall: number, cpu?: number, files: number }[]} */ ([]));
    const originals = edits.map(({ file }) => readFileSync(join(folder, 'spec', file), 'utf8'));
    // The first few are no measure: the compiler of the engine is still at work.
    for (let round = -4; round < rounds; round += 1) {
      progress(`watch, round ${round}`);
      for (const [index, { file, edit }] of edits.entries()) {
        await sleep(600);
        const [before, next] = [cpuOf(child.pid), event(lines)];
        const start = performance.now();
        writeFileSync(join(folder, 'spec', file), edit(originals[index] ?? '', round + 10));
        const { written, problem } = await next;
        const wall = performance.now() - start;
        if (problem !== undefined || written.length === 0)
          throw new Error(`nothing was written: ${JSON.stringify(problem)}`);
        const after = cpuOf(child.pid);
        const cpu = before === undefined || after === undefined ? {} : { cpu: after - before };
        if (round >= 0) samples[index]?.push({ wall, files: written.length, ...cpu });
      }
    }
    return edits.map((edit, index) => rowOf(edit, samples[index] ?? []));
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

/**
 * @param {Edit} edit
 * @param {readonly { wall: number, cpu?: number, files: number }[]} samples
 * @returns {Row}
 */
function rowOf({ what, bar }, samples) {
  const walls = samples.map(({ wall }) => wall).sort((a, b) => a - b);
  const cpus = samples.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]));
  return {
    what,
    bar,
    files: median(samples.map(({ files }) => files)),
    median: median(walls),
    p95: walls[Math.min(walls.length - 1, Math.ceil(walls.length * 0.95) - 1)] ?? NaN,
    ...(cpus.length > 0 && { cpu: median(cpus) }),
  };
}

/**
 * @param {import('node:readline').Interface} lines
 * @returns {Promise<{ readonly written: readonly string[], readonly problem?: unknown }>}
 */
async function event(lines) {
  const [line] = await once(lines, 'line');
  return JSON.parse(line);
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} by
 */
function replaced(text, pattern, by) {
  if (!pattern.test(text)) throw new Error(`nothing in the file is like ${pattern}`);
  return text.replace(pattern, by);
}

/**
 * Milliseconds of processor time until now.
 * @param {number | undefined} pid
 */
function cpuOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // Ticks of a hundredth of a second, of the program and of the system for it.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
