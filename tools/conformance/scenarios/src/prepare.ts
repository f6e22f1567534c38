/** What stories take for granted: an image with a shell, and an engine in a swarm or in none. */
import { readFileSync } from 'node:fs';
import { pack } from 'tar-stream';
import type { Address } from './address.js';
import { jsonOf } from './read-response.js';
import { send, type Response } from './send.js';

/** The image of all stories. */
export const image = 'lading-story:base';

const applets = ['sh', 'sleep', 'echo', 'cat', 'true', 'false', 'ls', 'touch', 'mkdir', 'rm', 'id', 'stty', 'date'];

function ask(address: Address, method: string, path: string, json?: unknown, raw?: Buffer): Promise<Response> {
  const body = raw ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
  const type = raw === undefined ? 'application/json' : 'application/x-tar';
  return send(address, {
    method,
    path,
    headers: body ? { 'content-type': type } : {},
    leave: {},
    ...(body && { body }),
  });
}

/** The versions that the server says it serves. @throws Error when it does not say */
export async function rangeOf(address: Address): Promise<{ readonly lowest: string; readonly highest: string }> {
  const response = jsonOf(await ask(address, 'GET', '/version')) as Readonly<Record<string, unknown>> | undefined;
  const { MinAPIVersion, ApiVersion } = response ?? {};
  if (typeof ApiVersion !== 'string') throw new Error(`${address.text} does not say which version it speaks`);
  return { lowest: typeof MinAPIVersion === 'string' ? MinAPIVersion : ApiVersion, highest: ApiVersion };
}

/** @param busybox a program without libraries, put into the image under the names of its parts */
export async function makeImage(address: Address, busybox: string | undefined): Promise<void> {
  if ((await ask(address, 'GET', `/images/${image}/json`)).status === 200) return;
  const archive = pack();
  for (const folder of ['bin', 'etc', 'tmp']) archive.entry({ name: folder, type: 'directory', mode: 0o755 });
  if (busybox !== undefined) {
    archive.entry({ name: 'bin/busybox', mode: 0o755 }, readFileSync(busybox));
    for (const name of applets) archive.entry({ name: `bin/${name}`, type: 'symlink', linkname: 'busybox' });
  }
  archive.entry({ name: 'etc/passwd' }, 'root:x:0:0::/:/bin/sh\nuser:x:1000:1000::/:/bin/sh\n');
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive) chunks.push(chunk as Buffer);
  const [repo, tag] = image.split(':');
  const response = await ask(
    address,
    'POST',
    `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`,
    undefined,
    Buffer.concat(chunks),
  );
  if (response.status !== 200 || response.bytes.includes('errorDetail'))
    throw new Error(`the image cannot be made: ${response.status} ${response.bytes.subarray(0, 200).toString()}`);
}

export async function enterSwarm(address: Address): Promise<void> {
  const response = await ask(address, 'POST', '/swarm/init', {
    ListenAddr: '0.0.0.0:2377',
    AdvertiseAddr: '127.0.0.1',
  });
  if (response.status !== 200 && !response.bytes.includes('already part of a swarm'))
    throw new Error(`no swarm can be made: ${response.status} ${response.bytes.subarray(0, 200).toString()}`);
}

export async function leaveSwarm(address: Address): Promise<void> {
  await ask(address, 'POST', '/swarm/leave?force=true');
}
