/** Prepares a server for scenarios: an image with a shell, and an engine that is in a swarm or in none. */
import { caller } from '../../drivers/caller.js';
import { busyboxImage } from '../../drivers/fixtures.js';
import type { ServerAddress } from '../../drivers/send.js';
import { minorOf } from './scenario.js';

/** The image that all scenarios use. */
export const image = 'lading-scenario:base';

/** The versions of the scenarios that a server supports. @throws Error when it reports none */
export async function servedVersions(address: ServerAddress): Promise<readonly string[]> {
  const { json } = await caller(address, '')('GET', '/version');
  const { ApiVersion, MinAPIVersion = ApiVersion } = (json ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof ApiVersion !== 'string') throw new Error(`${JSON.stringify(address)} does not report its API version`);
  const [lowest, highest] = [minorOf(String(MinAPIVersion)), minorOf(ApiVersion)];
  return ['1.41', '1.44'].filter((one) => minorOf(one) >= lowest && minorOf(one) <= highest);
}

/** Creates the image if the server does not have it. @param busybox a statically linked program; the image links its applets to it */
export async function createImage(address: ServerAddress, busybox: string | undefined): Promise<void> {
  const call = caller(address, '');
  if ((await call('GET', `/images/${image}/json`)).status === 200) return;
  const body = await busyboxImage(busybox, ['mkdir', 'rm', 'stty', 'date']);
  const [repo, tag] = image.split(':');
  const path = `/images/create?fromSrc=-&repo=${repo}&tag=${tag}`;
  const { status, bytes } = await call('POST', path, { body, type: 'application/x-tar' });
  if (status !== 200 || bytes.includes('errorDetail'))
    throw new Error(`the image cannot be created: ${status} ${bytes.subarray(0, 200).toString()}`);
}

export async function enterSwarm(address: ServerAddress): Promise<void> {
  const json = { ListenAddr: '0.0.0.0:2377', AdvertiseAddr: '127.0.0.1' };
  const { status, bytes } = await caller(address, '')('POST', '/swarm/init', { json });
  if (status !== 200 && !bytes.includes('already part of a swarm'))
    throw new Error(`no swarm can be created: ${status} ${bytes.subarray(0, 200).toString()}`);
}

export async function leaveSwarm(address: ServerAddress): Promise<void> {
  await caller(address, '')('POST', '/swarm/leave?force=true');
}
