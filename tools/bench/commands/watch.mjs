/** The time from a save to the written files. */
import { markdownTable, right } from '@lading/run/markdown-table';
import { run as runProcess } from '../measure/run.mjs';
import { haveSpec, lading, readme } from '../places.mjs';
import { machine, whole } from '../report/figures.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../measure/median.mjs';
import { copyTwoVersions } from '../two-versions.mjs';

/** The heap options that the launcher sets; they are passed directly, so that only one process is measured. */
const heapOptions = ['--max-semi-space-size=128', '--min-semi-space-size=64'];

/**
 * An edit of one file, different in each round; `target` is the maximum of its median in milliseconds.
 * @typedef {{ readonly what: string, readonly target: number, readonly file: string, readonly edit: (text: string, round: number) => string }} Edit
 */

/** @type {readonly Edit[]} */
const edits = [
  {
    what: 'a description in `v1.44/container.yaml`',
    target: 1000,
    file: 'v1.44/container.yaml',
    edit: (text, round) => replaced(text, /^( {10,}description: ).*$/m, `$1Edited for the ${round}th time.`),
  },
  {
    what: 'a new field in `v1.44/container.yaml`',
    target: 1000,
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
    target: 500,
    file: 'overlays/v1.41.yaml',
    edit: (text, round) => replaced(text, /^( +description: ).*$/m, `$1Differs for the ${round}th time.`),
  },
];

/**
 * @typedef {{ readonly what: string, readonly target: number, readonly files: number, readonly median: number, readonly p95: number, readonly cpu?: number }} Row
 *   in milliseconds; processor time only if the system reports it
 */

/**
 * Measures `lading generate --watch`: from the save of one file to the line that lists the written files.
 * @param {{ readonly rounds: number, readonly progress: (text: string) => void }} settings
 * @returns {Promise<readonly Row[]>}
 */
async function measureWatch({ rounds, progress }) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-bench-watch-'));
  copyTwoVersions(join(folder, 'spec'));
  const emitters = [['types', { paths: false }], 'client', 'server', 'docs', 'conversion'];
  const config = { spec: 'spec', emitters, out: 'packages', workspace: false };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  const command = [...heapOptions, lading, 'generate', '--watch', '--json'];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  try {
    await event(lines);
    const samples = edits.map(() => /** @type {{ elapsed: number, cpu?: number, files: number }[]} */ ([]));
    const originals = edits.map(({ file }) => readFileSync(join(folder, 'spec', file), 'utf8'));
    // The first rounds are discarded: V8 is still compiling.
    for (let round = -4; round < rounds; round += 1) {
      progress(`watch, round ${round}`);
      for (const [index, { file, edit }] of edits.entries()) {
        await sleep(600);
        const [before, next] = [cpuOf(child.pid), event(lines)];
        const start = performance.now();
        writeFileSync(join(folder, 'spec', file), edit(originals[index] ?? '', round + 10));
        const { written, problem } = await next;
        const elapsed = performance.now() - start;
        if (problem !== undefined || written.length === 0)
          throw new Error(`nothing was written: ${JSON.stringify(problem)}`);
        const after = cpuOf(child.pid);
        const cpu = before === undefined || after === undefined ? {} : { cpu: after - before };
        if (round >= 0) samples[index]?.push({ elapsed, files: written.length, ...cpu });
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
 * @param {readonly { elapsed: number, cpu?: number, files: number }[]} samples
 * @returns {Row}
 */
function rowOf({ what, target }, samples) {
  const elapsedTimes = samples.map(({ elapsed }) => elapsed).sort((a, b) => a - b);
  const cpus = samples.flatMap(({ cpu }) => (cpu === undefined ? [] : [cpu]));
  return {
    what,
    target,
    files: median(samples.map(({ files }) => files)),
    median: median(elapsedTimes),
    p95: elapsedTimes[Math.min(elapsedTimes.length - 1, Math.ceil(elapsedTimes.length * 0.95) - 1)] ?? NaN,
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
  if (!pattern.test(text)) throw new Error(`nothing in the file matches ${pattern}`);
  return text.replace(pattern, by);
}

/**
 * The processor time of a process so far, in milliseconds.
 * @param {number | undefined} pid
 */
function cpuOf(pid) {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  const stat = readFileSync(file, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // User and system time, in ticks of a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** @type {import('@lading/run/commands').Command} */
export default {
  about: 'Measures the time from a save to the written files.',
  options: { rounds: ['N', 'how often each measurement is run', 11, 1] },
  page: readme,
  marker: 'watch',
  async run({ rounds }, { load, progress }) {
    if (!haveSpec()) return { text: 'SKIPPED: there is no spec/versions.yaml', failed: true, isIncomplete: true };
    // Builds the generator if its sources are newer, so that no measured run builds it.
    runProcess({ args: [lading, '--version'] });
    const rows = await measureWatch({ rounds, progress });
    const table = markdownTable(
      ['Edit', ...right('Files written', 'Median ms', 'p95 ms', 'CPU ms')],
      rows.map(({ what, target, files, median, p95, cpu }) => [
        ...[what, files, `${whole(median)} (${median <= target ? '≤' : 'MISSES ≤'} ${whole(target)})`, whole(p95)],
        cpu === undefined ? '' : whole(cpu),
      ]),
    );
    return { text: `${machine(load, `${rounds} edits of each kind`)}\n\n${table}`, json: rows };
  },
};
