/** Records what busybox prints for the command lines of packages/engine/test/command-lines. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inFolder, runCommand } from '../../run/commands.mjs';
import {
  commandLines,
  fixture,
  fixtureTime,
  recordingUrl,
  systemFiles,
} from '../../../packages/engine/test/command-lines/expand.mjs';

let root = '';
await runCommand('tools/e2e/engine/command-lines.mjs', {
  about:
    'Records what busybox prints for the command lines of packages/engine/test/command-lines. As root: they run in a chroot.',
  options: { busybox: ['FILE', 'a static busybox', '/bin/busybox'] },
  run: ({ busybox }) =>
    inFolder((scratch) => {
      root = join(scratch, 'root');
      fillRoot(busybox);
      const recorded = {};
      for (const lines of Object.values(commandLines())) for (const line of lines) recorded[line] = resultOf(line);
      const version = execFileSync(busybox, { encoding: 'utf8' }).split('\n', 1)[0];
      const head = { busybox: version, date: new Date().toISOString().slice(0, 10) };
      const rows = Object.entries(recorded).map((row) => row.map((part) => JSON.stringify(part)).join(':'));
      writeFileSync(recordingUrl, `${JSON.stringify(head).slice(0, -1)},"results":{\n${rows.join(',\n')}\n}}\n`);
      return { text: `${rows.length} command lines recorded of ${version}` };
    }),
});

function fillRoot(busybox) {
  for (const folder of ['bin', 'tmp', 'dev', 'root', 'usr/bin']) mkdirSync(join(root, folder), { recursive: true });
  cpSync(busybox, join(root, 'bin/busybox'));
  const names = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).trim().split('\n');
  for (const name of names) if (name !== 'busybox') symlinkSync('busybox', join(root, 'bin', name));
  for (const [name, minor] of Object.entries({ null: 3, zero: 5, urandom: 9 }))
    execFileSync('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', String(minor)]);
}

/** The exit code, the standard output (bytes as characters), and the first line of the standard error. */
function resultOf(line) {
  const work = join(root, 'work');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work);
  write(work, fixture());
  write(root, systemFiles());
  const words = [root, '/bin/busybox', 'sh', '-c', `cd /work\n${line}`];
  const env = { PATH: '/bin:/usr/bin', HOME: '/root', TZ: 'UTC' };
  const options = { env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 10_000 };
  const { stdout, stderr, status } = spawnSync('/usr/sbin/chroot', words, options);
  return [status, stdout.toString('latin1'), stderr.toString('latin1').split('\n', 1)[0]];
}

function write(folder, files) {
  const seconds = fixtureTime / 1000;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    utimesSync(join(folder, path), seconds, seconds);
  }
}
