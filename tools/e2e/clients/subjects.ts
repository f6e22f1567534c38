/** The pairs of clients and engines under test, and whether the engine is reachable. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Engine } from '@lading/client-v1.44';

/** A program that pings an engine without a client, so that a broken client is not mistaken for a missing engine. */
const pingProgram = `require('node:http').get({socketPath: process.argv[1], path: '/_ping', timeout: 5000}, (a) => process.exit(a.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1))`;

export interface Subject {
  readonly title: string;
  /** The engine's name in the scripts of `tools/conformance/engines`. */
  readonly engine: string;
  readonly api: '1.41' | '1.44';
  /** The root of the engine's tree. */
  readonly tree: string;
  readonly socket: string;
  readonly reachable: boolean;
}

const home = process.env['LADING_ENGINES'] ?? '/var/tmp/lading-engines';
const required = process.env['LADING_ENGINES_REQUIRED'] === '1';

function subject(engine: string, api: Subject['api']): Subject {
  const tree = join(home, engine);
  const socket = join(tree, 'dk/docker.sock');
  const isReachable = spawnSync(process.execPath, ['-e', pingProgram, socket]).status === 0;
  if (!isReachable && !required) console.warn(`SKIPPED: no engine responds on ${socket}; start engine ${engine} first`);
  const reason = isReachable || required ? '' : ` (SKIPPED: no engine responds on ${socket})`;
  // If engines are required, the suite runs and fails.
  return {
    title: `client ${api}, engine ${engine}${reason}`,
    engine,
    api,
    tree,
    socket,
    reachable: isReachable || required,
  };
}

export const subjects: readonly Subject[] = [
  subject('20.10', '1.41'),
  subject('26.1', '1.41'),
  subject('26.1', '1.44'),
];

/** Connects either client, with the type of the newer one: tests use what only it supports only after checking `api`. */
export async function connectTo(api: Subject['api'], host: string): Promise<Engine> {
  if (api === '1.44') return (await import('@lading/client-v1.44')).connect({ host });
  return (await (await import('@lading/client-v1.41')).connect({ host })) as unknown as Engine;
}
