// The archives that drivers send to an engine: a root file system and a plugin, built from files of the engine's tree.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tarArchive, type TarEntry } from './tar.js';

const applets =
  'sh cat ls true false sleep echo pwd id hostname test ping env touch head yes md5sum wc nc httpd ps top kill';

/**
 * The archive of an image with one static program, as a file system.
 *
 * @param busybox its path; without it, the image has no programs
 * @param further commands beside those that drivers and lists use
 */
export function busyboxImage(busybox: string | undefined, further: readonly string[] = []): Promise<Buffer> {
  const links = busybox === undefined ? [] : new Set([...applets.split(' '), ...further]);
  return tarArchive([
    ...['bin', 'etc', 'tmp', 'app', 'data', 'proc', 'sys', 'dev', 'run'].map((name) => ({ name, folder: true })),
    {
      name: 'etc/passwd',
      data: 'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nuser:x:1000:1000::/:/bin/sh\nnobody:x:65534:65534::/:/bin/sh\n',
    },
    { name: 'etc/group', data: 'root:x:0:\ndaemon:x:1:\nwheel:x:10:\naudio:x:29:\nstaff:x:50:\n' },
    ...(busybox === undefined ? [] : [{ name: 'bin/busybox', data: readFileSync(busybox), mode: 0o755 }]),
    ...[...links].map((name): TarEntry => ({ name: `bin/${name}`, link: 'busybox' })),
  ]);
}

/** A root file system with the static program of an engine's tree. */
export const rootfs = (tree: string, further?: readonly string[]): Promise<Buffer> =>
  busyboxImage(join(tree, 'bin/busybox'), further);

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
