// The archives that drivers send to an engine: a root file system and a plugin, built from files of the engine's tree.

import { readFileSync, readlinkSync, lstatSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { tarArchive, type TarEntry } from './tar.js';

const applets = [
  'sh',
  'ls',
  'sleep',
  'echo',
  'cat',
  'top',
  'ps',
  'true',
  'false',
  'nc',
  'httpd',
  'touch',
  'kill',
  'id',
  'yes',
];

/** A root file system with one static program. */
export function rootfs(tree: string): Promise<Buffer> {
  return tarArchive([
    ...['bin', 'tmp', 'proc', 'sys', 'dev', 'etc', 'run', 'data'].map((name): TarEntry => ({ name, folder: true })),
    { name: 'etc/passwd', data: 'root:x:0:0:root:/:/bin/sh\nuser:x:1000:1000::/:/bin/sh\n' },
    { name: 'etc/group', data: 'root:x:0:\nuser:x:1000:\n' },
    { name: 'bin/busybox', data: readFileSync(join(tree, 'bin/busybox')), mode: 0o755 },
    ...applets.map((name): TarEntry => ({ name: `bin/${name}`, link: 'busybox' })),
  ]);
}

/** A minimal plugin program: to be enabled, it only has to listen on the socket that the engine connects to. */
const listener = `
socket(my $s, 1, 1, 0) or die;
unlink "/run/docker/plugins/lading.sock";
bind($s, pack("S a*", 1, "/run/docker/plugins/lading.sock\\0")) or die;
listen($s, 5) or die;
$SIG{TERM} = sub { exit 0 };
while (1) { accept(my $c, $s) or next; close $c; }
`;

/** An archive of a plugin that an engine accepts as a volume driver. The interpreter comes from the engine's tree. */
export function plugin(tree: string, version = '1'): Promise<Buffer> {
  const files = ['/usr/bin/perl', ...perlLibraries(tree)];
  return tarArchive([
    { name: 'config.json', data: JSON.stringify(pluginConfig(version)) },
    { name: 'rootfs', folder: true },
    ...['usr', 'usr/bin', 'lib', 'lib64', 'run', 'proc', 'dev', 'sys', 'tmp'].map((name): TarEntry => ({
      name: `rootfs/${name}`,
      folder: true,
    })),
    { name: 'rootfs/listener', data: listener },
    ...files.map((file): TarEntry => ({
      name: `rootfs${file.startsWith('/usr/bin') || file.startsWith('/lib64') ? file : `/lib/${file.split('/').at(-1) ?? ''}`}`,
      data: readFileSync(inTree(tree, file)),
      mode: 0o755,
    })),
  ]);
}

function pluginConfig(version: string): unknown {
  return {
    Description: `A plugin that only listens, version ${version}`,
    Documentation: 'none',
    Interface: { Types: ['docker.volumedriver/1.0'], Socket: 'lading.sock' },
    Entrypoint: ['/usr/bin/perl', '/listener'],
    WorkDir: '/',
    Network: { Type: 'none' },
    PropagatedMount: '/data',
    IpcHost: false,
    PidHost: false,
    Mounts: [
      {
        Name: 'scratch',
        Description: 'Scratch space',
        Settable: ['source'],
        Source: '/tmp',
        Destination: '/tmp',
        Type: 'bind',
        Options: ['rbind'],
      },
    ],
    Env: [{ Name: 'DEBUG', Description: 'Says more', Settable: ['value'], Value: '0' }],
    Args: { Name: 'args', Description: 'Arguments', Settable: ['value'], Value: ['one'] },
    Linux: {
      Capabilities: ['CAP_SYS_ADMIN'],
      AllowAllDevices: false,
      Devices: [{ Name: 'null', Description: 'A device', Settable: ['path'], Path: '/dev/null' }],
    },
  };
}

function perlLibraries(tree: string): string[] {
  const libraries = ['libm.so.6', 'libc.so.6', 'libcrypt.so.1', 'libpthread.so.0', 'libdl.so.2'];
  const found = libraries.map((name) => `/usr/lib/x86_64-linux-gnu/${name}`).filter((path) => exists(join(tree, path)));
  return [...found, '/lib64/ld-linux-x86-64.so.2'];
}

/** Resolves links inside the tree. Their absolute targets are relative to the tree's root, not to the machine's. */
function inTree(tree: string, path: string): string {
  let whole = '/';
  const rest = path.split('/').filter(Boolean);
  while (rest.length > 0) {
    const step = join(whole, rest.shift() ?? '');
    const link =
      exists(join(tree, step)) && lstatSync(join(tree, step)).isSymbolicLink()
        ? readlinkSync(join(tree, step))
        : undefined;
    if (link === undefined) whole = step;
    else {
      rest.unshift(...resolve(dirname(step), link).split('/').filter(Boolean));
      whole = '/';
    }
  }
  return join(tree, whole);
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
