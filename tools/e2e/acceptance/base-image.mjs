// The image that lists of commands and suites run: busybox, as real engines need one.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the archive of a file system.
 *
 * @param {string} busybox the path of a static busybox
 * @param {readonly string[]} [further] commands beside those of the lists
 */
export function baseImage(busybox, further = []) {
  const root = mkdtempSync(join(tmpdir(), 'lading-image-'));
  try {
    for (const name of ['bin', 'etc', 'tmp', 'app', 'data', 'proc', 'sys', 'dev', 'run'])
      mkdirSync(join(root, name), { recursive: true });
    writeFileSync(join(root, 'bin', 'busybox'), readFileSync(busybox), { mode: 0o755 });
    const links =
      'sh cat ls true false sleep echo pwd id hostname test ping env touch head yes md5sum wc nc httpd ps top kill'.split(
        ' ',
      );
    for (const link of new Set([...links, ...further])) execFileSync('ln', ['-s', 'busybox', join(root, 'bin', link)]);
    writeFileSync(
      join(root, 'etc', 'passwd'),
      'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nuser:x:1000:1000::/:/bin/sh\n',
    );
    const groups = { root: 0, daemon: 1, wheel: 10, audio: 29, staff: 50 };
    writeFileSync(
      join(root, 'etc', 'group'),
      Object.entries(groups)
        .map(([name, id]) => `${name}:x:${id}:\n`)
        .join(''),
    );
    return execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 1e8 });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
