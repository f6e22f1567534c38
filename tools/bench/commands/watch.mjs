/** The time from a save to the written files. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFolder } from '@lading/run/commands';
import { median } from 'simple-statistics';
import { secondsOf } from '../../any-api/processes/in-process.mjs';
import { run as runProcess } from '../measure/run.mjs';
import { lading } from '../places.mjs';
import { comparison } from '../report/comparison.mjs';
import { copyTwoVersions } from '../two-versions.mjs';

/** The heap options that the launcher sets; they are passed directly, so that only one process is measured. */
const heapOptions = ['--max-semi-space-size=128', '--min-semi-space-size=64'];

/** Edits of one file, different in each round: what is replaced by what, and the maximum of the median in milliseconds. */
const edits = [
  {
    what: 'a description in `v1.44/container.yaml`',
    most: 1000,
    file: 'v1.44/container.yaml',
    pattern: /^( {10,}description: ).*$/m,
    by: '$1Edited for the ROUNDth time.',
  },
  {
    what: 'a new field in `v1.44/container.yaml`',
    most: 1000,
    file: 'v1.44/container.yaml',
    pattern: /^( {6})properties:$/m,
    by: '$1properties:\n$1  NewROUND: { type: string, description: It is new. }',
  },
  {
    what: 'a line of `overlays/v1.41.yaml`',
    most: 500,
    file: 'overlays/v1.41.yaml',
    pattern: /^( +description: ).*$/m,
    by: '$1Differs for the ROUNDth time.',
  },
];

export default comparison({
  about: 'Measures the time from a save to the written files.',
  options: { rounds: ['N', 'how often each measurement is run', 11, 1] },
  marker: 'watch',
  titles: { files: 'Files written', median: 'Median ms', p95: 'p95 ms', cpu: 'CPU ms' },
  async measure({ rounds }, progress) {
    // Builds the generator if its sources are newer, so that no measured run builds it.
    runProcess({ args: [lading, '--version'] });
    const samples = await inFolder((folder) => measureWatch(folder, rounds, progress));
    const rows = edits.map(({ what, most }, index) => {
      const of = (figure) => samples[index].map((sample) => sample[figure]);
      const elapsed = of('elapsed').sort((a, b) => a - b);
      const figures = {
        files: median(of('files')),
        median: median(elapsed),
        p95: elapsed[Math.min(elapsed.length - 1, Math.ceil(elapsed.length * 0.95) - 1)],
        cpu: median(of('cpu')),
      };
      return { what, unit: '', figures, targets: { median: { value: figures.median, most } } };
    });
    return { rows, head: `${rounds} edits of each kind` };
  },
});

/** Measures `lading generate --watch`: from the save of one file to the line that lists the written files. @returns the samples of each edit */
async function measureWatch(folder, rounds, progress) {
  const fileOf = ({ file }) => join(folder, 'spec', file);
  copyTwoVersions(join(folder, 'spec'));
  const emitters = [['types', { paths: false }], 'client', 'server', 'docs', 'conversion'];
  const config = { spec: 'spec', emitters, out: 'packages', workspace: false };
  writeFileSync(join(folder, 'lading.config.json'), JSON.stringify(config));
  const command = [...heapOptions, lading, 'generate', '--watch', '--json'];
  const child = spawn(process.execPath, command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  const event = async () => JSON.parse((await once(lines, 'line'))[0]);
  try {
    await event();
    /** @type {{ elapsed: number, files: number, cpu: number }[][]} */
    const samples = edits.map(() => []);
    const originals = edits.map((edit) => readFileSync(fileOf(edit), 'utf8'));
    // The first rounds are discarded: V8 is still compiling.
    for (let round = -4; round < rounds; round += 1) {
      progress(`watch, round ${round}`);
      for (const [index, edit] of edits.entries()) {
        await sleep(600);
        const edited = originals[index].replace(edit.pattern, edit.by.replace('ROUND', String(round + 10)));
        if (edited === originals[index]) throw new Error(`nothing in the file matches ${edit.pattern}`);
        const [before, next] = [secondsOf(child.pid), event()];
        const start = performance.now();
        writeFileSync(fileOf(edit), edited);
        const { written, problem } = await next;
        const elapsed = performance.now() - start;
        if (problem !== undefined || written.length === 0)
          throw new Error(`nothing was written: ${JSON.stringify(problem)}`);
        if (round >= 0)
          samples[index].push({ elapsed, files: written.length, cpu: 1000 * (secondsOf(child.pid) - before) });
      }
    }
    return samples;
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
