// The image that lists of commands and suites run: busybox, as real engines need one.
const applets =
  'sh cat ls true false sleep echo pwd id hostname test ping env touch head yes md5sum wc nc httpd ps top kill';

/**
 * Returns the archive of a file system.
 *
 * @param {string} busybox the path of a static busybox
 * @param {readonly string[]} [further] commands beside those of the lists
 */
export async function baseImage(busybox, further = []) {
  // Here, so that --help needs no build.
  const { busyboxImage } = await import('../../conformance/dist/drivers/fixtures.js');
  return busyboxImage(busybox, {
    applets: [...new Set([...applets.split(' '), ...further])].join(' '),
    folders: ['bin', 'etc', 'tmp', 'app', 'data', 'proc', 'sys', 'dev', 'run'],
    users: 'root:x:0:0:root:/root:/bin/sh\ndaemon:x:1:1:daemon:/usr/sbin:/bin/false\nuser:x:1000:1000::/:/bin/sh\n',
    groups: 'root:x:0:\ndaemon:x:1:\nwheel:x:10:\naudio:x:29:\nstaff:x:50:\n',
  });
}
