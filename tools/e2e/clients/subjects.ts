/** Which client meets which engine, and whether the engine is there. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Engine } from '@lading/client-v1.44';

/** Asks an engine how it is without a client, so that a broken client is no missing engine. */
const question = `require('node:http').get({socketPath: process.argv[1], path: '/_ping', timeout: 5000}, (a) => process.exit(a.statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1)).on('timeout', () => process.exit(1))`;

export interface Subject {
  readonly title: string;
  /** The engine's name, as the scripts in `tools/conformance/engines` call it. */
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
  const responses = spawnSync(process.execPath, ['-e', question, socket]).status === 0;
  if (!responses && !required) console.warn(`SKIPPED: nothing answers on ${socket}; start engine ${engine} first`);
  const reason = responses || required ? '' : ` (SKIPPED: nothing answers on ${socket})`;
  // Where engines are required the suite runs and fails.
  return {
    title: `client ${api}, engine ${engine}${reason}`,
    engine,
    api,
    tree,
    socket,
    reachable: responses || required,
  };
}

export const subjects: readonly Subject[] = [
  subject('20.10', '1.41'),
  subject('26.1', '1.41'),
  subject('26.1', '1.44'),
];

/** Both clients under the type of the newer one: the tests ask for nothing that only it has, unless they look at `api`. */
export async function connectTo(api: Subject['api'], host: string): Promise<Engine> {
  if (api === '1.44') return (await import('@lading/client-v1.44')).connect({ host });
  return (await (await import('@lading/client-v1.41')).connect({ host })) as unknown as Engine;
}
