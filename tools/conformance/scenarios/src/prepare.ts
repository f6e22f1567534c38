/** Prepares a server for scenarios: an image with a shell, and an engine that is in a swarm or in none. */
import { readFileSync } from 'node:fs';
import { pack } from 'tar-stream';
import type { Address } from './address.js';
import { jsonOf } from './read-response.js';
import { send, type Response } from './send.js';

/** The image that all scenarios use. */
export const image = 'lading-scenario:base';

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

/** The API versions that the server reports as supported. @throws Error when it reports none */
export async function versionRangeOf(address: Address): Promise<{ readonly lowest: string; readonly highest: string }> {
  const response = jsonOf(await ask(address, 'GET', '/version')) as Readonly<Record<string, unknown>> | undefined;
  const { MinAPIVersion, ApiVersion } = response ?? {};
  if (typeof ApiVersion !== 'string') throw new Error(`${address.text} does not report its API version`);
  return { lowest: typeof MinAPIVersion === 'string' ? MinAPIVersion : ApiVersion, highest: ApiVersion };
}

/** Creates the image if the server does not have it. @param busybox a statically linked program; the image links its applets to it */
export async function createImage(address: Address, busybox: string | undefined): Promise<void> {
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
    throw new Error(`the image cannot be created: ${response.status} ${response.bytes.subarray(0, 200).toString()}`);
}

export async function enterSwarm(address: Address): Promise<void> {
  const response = await ask(address, 'POST', '/swarm/init', {
    ListenAddr: '0.0.0.0:2377',
    AdvertiseAddr: '127.0.0.1',
  });
  if (response.status !== 200 && !response.bytes.includes('already part of a swarm'))
    throw new Error(`no swarm can be created: ${response.status} ${response.bytes.subarray(0, 200).toString()}`);
}

export async function leaveSwarm(address: Address): Promise<void> {
  await ask(address, 'POST', '/swarm/leave?force=true');
}
