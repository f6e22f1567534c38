/** The program `socat`: it connects what comes to a port with another address. */
import type { Duplex } from 'node:stream';
import type { ProgramContext } from '@lading/engine';
import { slashTime } from '../serve/log-time.js';
import { untilStopped } from '../serve/until-stopped.js';

/** An address: `TCP-LISTEN:80,fork`, `TCP:host:80`, `UNIX-LISTEN:/a.sock`, `UNIX-CONNECT:/a.sock`, `STDIO`, `-`. */
interface SocketAddress {
  readonly kind: 'tcp listen' | 'tcp' | 'unix listen' | 'unix' | 'stdio';
  readonly place: string;
  readonly options: readonly string[];
}

const kinds: Readonly<Record<string, SocketAddress['kind']>> = {
  'TCP-LISTEN': 'tcp listen',
  'TCP4-LISTEN': 'tcp listen',
  'TCP6-LISTEN': 'tcp listen',
  'TCP-L': 'tcp listen',
  TCP: 'tcp',
  TCP4: 'tcp',
  TCP6: 'tcp',
  'TCP-CONNECT': 'tcp',
  'TCP4-CONNECT': 'tcp',
  'UNIX-LISTEN': 'unix listen',
  'UNIX-CONNECT': 'unix',
  UNIX: 'unix',
  STDIO: 'stdio',
  STDIN: 'stdio',
  '-': 'stdio',
};

/** @returns the exit code */
export async function socat(context: ProgramContext): Promise<number> {
  const { args, stdout, stderr } = context;
  if (args.includes('-V')) {
    await stdout.write('socat version 1.8.0 (simulated by lading)\n');
    return 0;
  }
  const [first, second] = args.filter((word) => !word.startsWith('-') || word === '-').map(parseAddress);
  if (first === undefined || second === undefined) {
    await stderr.write(
      `${slashTime(context.now())} socat[1] E exactly 2 addresses of simulated kinds required (there are ${args.length})\n`,
    );
    return 1;
  }
  const fail = (error: unknown): void =>
    void stderr.write(
      `${slashTime(context.now())} socat[1] E ${error instanceof Error ? error.message : String(error)}\n`,
    );
  if (!first.kind.endsWith('listen')) {
    try {
      await joinWith(context, open(context, first), open(context, second));
      return 0;
    } catch (error) {
      fail(error);
      return 1;
    }
  }
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const stop = context.listen(first.kind === 'tcp listen' ? Number(first.place) : first.place, (connection) => {
    connection.on('error', () => undefined);
    // Without `fork`, one connection is served.
    if (!first.options.includes('fork')) stop();
    try {
      const done = joinWith(context, connection, open(context, second));
      if (!first.options.includes('fork')) void done.then(finish, finish);
    } catch (error) {
      fail(error);
      connection.destroy();
      if (!first.options.includes('fork')) finish();
    }
  });
  await stderr.write(
    `${slashTime(context.now())} socat[1] N listening on ${first.place} (lading: socat is simulated)\n`,
  );
  const signal = await Promise.race([untilStopped(context, ['TERM', 'INT']), finished]);
  return signal === 'TERM' ? 143 : signal === 'INT' ? 130 : 0;
}

function parseAddress(text: string): SocketAddress | undefined {
  const [address = '', ...options] = text.split(',');
  const [name = '', ...place] = address.split(':');
  const kind = kinds[name.toUpperCase()];
  return kind === undefined ? undefined : { kind, place: place.join(':'), options };
}

/** @throws Error if nothing listens there */
function open(context: ProgramContext, { kind, place }: SocketAddress): Duplex | 'stdio' {
  if (kind === 'stdio') return 'stdio';
  if (kind === 'unix') return context.connectFile(place);
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(place) ?? [];
  return context.connect(host, Number(port));
}

/** Copies in both directions until both have ended. */
async function joinWith(context: ProgramContext, one: Duplex | 'stdio', other: Duplex | 'stdio'): Promise<void> {
  if (one === 'stdio' && other === 'stdio') return;
  if (one === 'stdio') return joinWith(context, other, one);
  one.on('error', () => undefined);
  if (other !== 'stdio') {
    other.on('error', () => other.destroy());
    one.pipe(other);
    other.pipe(one);
    one.once('close', () => other.destroy());
    other.once('close', () => one.destroy());
    await new Promise<void>((resolve) => other.once('close', resolve));
    return;
  }
  const input = (async () => {
    for await (const data of context.stdin) one.write(data);
    one.end();
  })();
  for await (const data of one) await context.stdout.write(data as Buffer);
  await Promise.race([input, Promise.resolve()]);
}
