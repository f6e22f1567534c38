// The archives that drivers send to an engine: a root file system and a plugin, built from files of the engine's tree.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarArchive, type TarEntry } from './tar.js';

interface BusyboxImage {
  /** The names that are links to the program. */
  readonly applets: string;
  readonly folders: readonly string[];
  /** `/etc/passwd` and `/etc/group`. */
  readonly users: string;
  readonly groups?: string;
}

/** The archive of an image with one static program. @param busybox its path; without it, the image has no programs */
export function busyboxImage(busybox: string | undefined, options: BusyboxImage): Promise<Buffer> {
  const { applets, folders, users, groups } = options;
  const links = busybox === undefined ? [] : applets.split(' ');
  return tarArchive([
    ...folders.map((name): TarEntry => ({ name, folder: true })),
    { name: 'etc/passwd', data: users },
    ...(groups === undefined ? [] : [{ name: 'etc/group', data: groups }]),
    ...(busybox === undefined ? [] : [{ name: 'bin/busybox', data: readFileSync(busybox), mode: 0o755 }]),
    ...links.map((name): TarEntry => ({ name: `bin/${name}`, link: 'busybox' })),
  ]);
}

/** A root file system with one static program. */
export const rootfs = (tree: string): Promise<Buffer> =>
  busyboxImage(join(tree, 'bin/busybox'), {
    applets: 'sh ls sleep echo cat top ps true false nc httpd touch kill id yes',
    folders: ['bin', 'tmp', 'proc', 'sys', 'dev', 'etc', 'run', 'data'],
    users: 'root:x:0:0:root:/:/bin/sh\nuser:x:1000:1000::/:/bin/sh\n',
    groups: 'root:x:0:\nuser:x:1000:\n',
  });

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
  const inTree = (...command: readonly string[]): Buffer =>
    execFileSync('chroot', [tree, ...command], { maxBuffer: 2 ** 26 });
  const libraries =
    inTree('ldd', '/usr/bin/perl')
      .toString()
      .match(/\/lib\S+/g) ?? [];
  return tarArchive([
    { name: 'config.json', data: JSON.stringify(pluginConfig(version)) },
    { name: 'rootfs', folder: true },
    ...['usr', 'usr/bin', 'lib', 'lib64', 'run', 'proc', 'dev', 'sys', 'tmp'].map((name): TarEntry => ({
      name: `rootfs/${name}`,
      folder: true,
    })),
    { name: 'rootfs/listener', data: listener },
    ...['/usr/bin/perl', ...libraries].map((file): TarEntry => ({
      name: `rootfs${file.replace(/^\/lib\/.*\//, '/lib/')}`,
      data: inTree('cat', file),
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
