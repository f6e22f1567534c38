/** The image that a registry in memory has for any name: the programs of the engine, and those of its definition if it has one. */
import { gzipSync } from 'node:zlib';
import type { ImageContent } from '../definitions/image-definition.js';
import { programFile } from '../definitions/image-definitions.js';
import { noBuildKit } from '../values/reject-buildkit.js';
import { digestOf } from '../values/digest.js';
import { MemoryTree, newFile, newFolder } from '../filesystem/memory-tree.js';
import { archiveOf, bytesOf } from '../filesystem/tar.js';
import { mediaTypes } from '../distribution/manifest.js';
import { parsePlatform, platformText } from '../distribution/platform.js';

/** The moment at which all of these images were created. */
const created = '2024-01-01T00:00:00Z';
const folders = [
  ...['/bin', '/dev', '/etc', '/home', '/lib', '/media', '/mnt', '/opt', '/proc', '/root', '/run', '/sbin', '/srv'],
  ...['/sys', '/tmp', '/usr', '/usr/bin', '/usr/lib', '/usr/local', '/usr/local/bin', '/usr/sbin', '/usr/share'],
  ...['/var', '/var/cache', '/var/lib', '/var/log', '/var/opt', '/var/run', '/var/spool', '/var/tmp'],
];
const users: readonly (readonly [name: string, id: number, home: string, shell: string])[] = [
  ['root', 0, '/root', '/bin/sh'],
  ['daemon', 1, '/usr/sbin', '/sbin/nologin'],
  ['bin', 2, '/bin', '/sbin/nologin'],
  ['sys', 3, '/dev', '/sbin/nologin'],
  ['mail', 8, '/var/mail', '/sbin/nologin'],
  ['www-data', 33, '/var/www', '/sbin/nologin'],
  ['nobody', 65_534, '/', '/sbin/nologin'],
];
/** What images of this name have beside, of which scripts and tests of clients use some. */
const alpineUsers: typeof users = [
  ['ftp', 21, '/var/lib/ftp', '/sbin/nologin'],
  ['sshd', 22, '/dev/null', '/sbin/nologin'],
  ['games', 35, '/usr/games', '/sbin/nologin'],
  ['postgres', 70, '/var/lib/postgresql', '/bin/sh'],
  ['ntp', 123, '/var/empty', '/sbin/nologin'],
  ['guest', 405, '/dev/null', '/sbin/nologin'],
];
const groups: readonly (readonly [name: string, id: number])[] = [
  ...users.map(([name, id]) => [name, id] as const),
  ['tty', 5],
  ['audio', 29],
  ['users', 100],
];
const plainConfig = { Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'], Cmd: ['sh'] };
const platforms = ['linux/amd64', 'linux/arm64/v8', 'linux/arm/v7', 'linux/386', 'linux/ppc64le', 'linux/s390x'];

/** The images that would be useless without their own programs, with what to do instead. `docker buildx` pulls the first one. */
export const unavailableImages: ReadonlyMap<string, string> = new Map([['moby/buildkit', noBuildKit]]);

export interface GeneratedImage {
  readonly blobs: ReadonlyMap<string, Buffer>;
  readonly manifests: ReadonlyMap<string, { readonly mediaType: string; readonly body: Buffer }>;
  /** The digest of the index of all platforms. */
  readonly index: string;
}

/**
 * Creates the image of a repository; it is the same each time.
 *
 * @param defined the content of its definition
 * @param tag the tag that is pulled
 */
export async function anyImage(repository: string, defined?: ImageContent, tag = 'latest'): Promise<GeneratedImage> {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, { readonly mediaType: string; readonly body: Buffer }>();
  const add = (data: Buffer): { readonly digest: string; readonly size: number } => {
    const digest = digestOf(data);
    blobs.set(digest, data);
    return { digest, size: data.length };
  };
  const addManifest = (mediaType: string, value: object): { readonly digest: string; readonly size: number } => {
    const body = Buffer.from(JSON.stringify({ schemaVersion: 2, mediaType, ...value }));
    const digest = digestOf(body);
    manifests.set(digest, { mediaType, body });
    return { digest, size: body.length };
  };
  const files = new MemoryTree();
  const config = defined === undefined ? plainConfig : { Env: plainConfig.Env, ...defined.config(tag) };
  for (const path of folders) files.put(path, newFolder(Date.parse(created), path === '/tmp' ? 0o1777 : 0o755));
  const release = `ID=${repository.replace(/^library\//, '')}\nVERSION_ID=0\n`;
  // Images of programs usually have a user of the same name.
  const own = repository.replace(/^.*\//, '').replaceAll(/[^a-z0-9_-]/g, '-');
  const ownId = groups.some(([name]) => name === own) ? undefined : 999;
  const extra = repository === 'library/alpine' ? alpineUsers : [];
  const lines = (entries: readonly string[]): string => entries.map((entry) => `${entry}\n`).join('');
  const texts = {
    '/etc/os-release': release,
    '/etc/passwd': lines([
      ...[...users, ...extra].map(([name, id, home, shell]) => `${name}:x:${id}:${id}:${name}:${home}:${shell}`),
      ...(ownId === undefined ? [] : [`${own}:x:${ownId}:${ownId}::/home/${own}:/bin/sh`]),
    ]),
    '/etc/group': lines([
      ...[...groups, ...extra].map(([name, id]) => `${name}:x:${id}:`),
      ...(ownId === undefined ? [] : [`${own}:x:${ownId}:`]),
    ]),
  };
  for (const [path, text] of Object.entries(texts)) files.put(path, newFile(Buffer.from(text), Date.parse(created)));
  for (const [path, content] of Object.entries(defined?.files ?? {})) {
    const mode = content?.startsWith('#!') === true ? 0o755 : 0o644;
    const entry =
      content === undefined ? newFolder(Date.parse(created)) : newFile(Buffer.from(content), Date.parse(created), mode);
    files.put(path, entry);
  }
  for (const path of Object.keys(defined?.programs ?? {}))
    files.put(path, newFile(Buffer.from(programFile(repository, path)), Date.parse(created), 0o755));
  const tar = await bytesOf(archiveOf(files, '/'));
  const layer = { mediaType: mediaTypes.gzipLayer, ...add(gzipSync(tar)) };
  const images = platforms.map((text) => {
    const platform = parsePlatform(text);
    const configFile = {
      created,
      ...platform,
      config,
      container_config: config,
      history: [{ created, created_by: `/bin/sh -c #(nop) ADD file:${digestOf(repository).slice(7)} in / ` }],
      rootfs: { type: 'layers', diff_ids: [digestOf(tar)] },
    };
    const manifest = addManifest(mediaTypes.manifest, {
      config: { mediaType: mediaTypes.config, ...add(Buffer.from(JSON.stringify(configFile))) },
      layers: [layer],
    });
    return { mediaType: mediaTypes.manifest, ...manifest, platform: parsePlatform(platformText(platform)) };
  });
  const index = addManifest(mediaTypes.manifestList, { manifests: images });
  return { blobs, manifests, index: index.digest };
}
