/** Removes what tests have left, by the labels that their library sends, when the last of its connections has ended. */
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ProgramContext } from '@lading/engine';
import { untilStopped } from '../serve/until-stopped.js';

const socketFile = '/var/run/docker.sock';

/** @returns the exit code */
export async function ryuk(context: ProgramContext): Promise<number> {
  const { env, stdout, stderr } = context;
  const log = (level: string, text: string): Promise<void> =>
    stdout.write(`time=${new Date(context.now()).toISOString()} level=${level} msg=${text}\n`);
  try {
    await call(context, 'GET', '/_ping');
  } catch (error) {
    await log(
      'ERROR',
      `run error="cannot reach the engine by ${socketFile}, of which this container has no bind mount"`,
    );
    await stderr.write(`lading: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
  const port = Number(env['RYUK_PORT'] ?? 8080);
  const filters = new Set<string>();
  const connections = new Set<Duplex>();
  let lastEnd = context.now();
  const serve = (connection: Duplex): void => {
    connections.add(connection);
    let rest = '';
    connection.on('data', (data: Buffer) => {
      const lines = `${rest}${data.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line !== '') filters.add(line.trim());
        connection.write('ACK\n');
      }
    });
    connection.on('error', () => undefined);
    connection.once('close', () => {
      connections.delete(connection);
      lastEnd = context.now();
    });
    connection.once('end', () => connection.end());
  };
  const stop = context.listen(port, serve);
  await log('INFO', `Started address=[::]:${port}`);
  const first = millisecondsOf(env['RYUK_CONNECTION_TIMEOUT'] ?? '1m');
  const again = millisecondsOf(env['RYUK_RECONNECTION_TIMEOUT'] ?? '10s');
  const stopped = untilStopped(context, ['TERM', 'INT']).then(() => true);
  const isStopped = async (): Promise<boolean> => Promise.race([stopped, context.sleep(100).then(() => false)]);
  while (connections.size > 0 || context.now() - lastEnd < (filters.size === 0 ? first : again))
    if (await isStopped()) break;
  stop();
  if (context.signal.aborted) return 0;
  for (const filter of filters) await log('INFO', `removed ${JSON.stringify(await removeAll(context, filter))}`);
  return 0;
}

/** Reads a duration such as `1m30s`. */
function millisecondsOf(text: string): number {
  const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };
  return [...text.matchAll(/([\d.]+)(ms|[smh])/g)].reduce(
    (sum, [, count, unit = 's']) => sum + Number(count) * (units[unit] ?? 1),
    0,
  );
}

interface Listed {
  readonly Id?: string;
  readonly Name?: string;
  readonly Volumes?: readonly Listed[] | null;
}

/** Removes what has all labels of a line such as `label=a=b&label=c=d`. @returns how much there was of each kind */
async function removeAll(context: ProgramContext, line: string): Promise<Readonly<Record<string, number>>> {
  const label = new URLSearchParams(line).getAll('label');
  if (label.length === 0) return {};
  const query = `filters=${encodeURIComponent(JSON.stringify({ label }))}`;
  const removed: Record<string, number> = {};
  for (const [kind, list, options] of [
    ['containers', '/containers/json?all=true&', 'force=true&v=true'],
    ['networks', '/networks?', ''],
    ['volumes', '/volumes?', 'force=true'],
    ['images', '/images/json?', 'force=true'],
  ] as const) {
    const response = JSON.parse(await call(context, 'GET', `${list}${query}`)) as readonly Listed[] | Listed;
    const all = 'Volumes' in response ? (response.Volumes ?? []) : (response as readonly Listed[]);
    const names = all.map(({ Id, Name = '' }) => Id ?? Name).filter((name) => !name.startsWith(context.hostname));
    for (const name of names) await call(context, 'DELETE', `/${kind}/${name}?${options}`);
    removed[kind] = names.length;
  }
  return removed;
}

/** Calls the engine. @returns the body @throws Error if it cannot be reached */
function call(context: ProgramContext, method: string, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const createConnection = (): never => context.connectFile(socketFile) as never;
    const sent = request({ method, path, headers: { host: 'engine' }, createConnection }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (data: Buffer) => chunks.push(data));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
