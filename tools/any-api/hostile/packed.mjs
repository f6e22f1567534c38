/** Installs the generator into a folder in the form in which it is published. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..', '..', '..');

/** Packs the generator and unpacks its tarball; its dependencies are linked, so that no registry is used. @param {string} folder */
export function installPacked(folder) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: join(root, 'generators'),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const file = packed.trim().split('\n').at(-1) ?? '';
  const unpacked = join(folder, 'node_modules', 'lading');
  mkdirSync(unpacked, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, file), '-C', unpacked, '--strip-components=1']);
  const { dependencies = {} } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    const own = join(root, 'generators', 'node_modules', name);
    symlinkSync(existsSync(own) ? own : join(root, 'node_modules', name), path);
  }
}
