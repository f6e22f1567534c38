/** Commands of networks: they reach other containers. */
import { once } from 'node:events';
import type { Duplex } from 'node:stream';
import { connectFrom, listenFrom } from '../connections.js';
import type { ProcessContext } from '../process-context.js';
import { CommandError, fail, linesOf, print, printLines, readFile, readInput, type Commands } from './command.js';
import { readOptions } from './options.js';

export const networkCommands: Commands = {
  async ping(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: '46Aqc:i:I:p:s:t:w:W:' });
    const [host] = operands;
    if (host === undefined) throw new CommandError('usage: ping [OPTIONS] HOST');
    const [address] = process.settings.network?.resolve(host) ?? [];
    if (address === undefined) return fail(process, `ping: bad address '${host}'`);
    const size = Number(values.get('s') ?? 56);
    await print(process, `PING ${host} (${address}): ${size} data bytes`);
    const end = process.clock.now() + Number(values.get('w') ?? Infinity) * 1000;
    const count = Number(values.get('c') ?? Infinity);
    const pause = flags.has('A') ? 0 : Number(values.get('i') ?? 1) * 1000;
    let sent = 0;
    for (; sent < count && !process.killed.aborted; sent += 1) {
      if (sent > 0) await process.sleep(pause);
      if (process.killed.aborted || process.clock.now() >= end) break;
      if (!flags.has('q')) await print(process, `${size + 8} bytes from ${address}: seq=${sent} ttl=64 time=0.050 ms`);
    }
    return printLines(process, [
      `\n--- ${host} ping statistics ---`,
      `${sent} packets transmitted, ${sent} packets received, 0% packet loss`,
      'round-trip min/avg/max = 0.050/0.050/0.050 ms',
    ]);
  },
  async nslookup(process, words) {
    const unknown = words.find((word) => /^-(?!debug$|(query)?type=(a|aaaa|any)$)/i.test(word));
    if (unknown !== undefined) throw new CommandError(`invalid option -- '${unknown.slice(1)}'`);
    const [host, server = '127.0.0.11'] = words.filter((word) => !word.startsWith('-'));
    if (host === undefined) throw new CommandError('usage: nslookup [-type=QUERY_TYPE] [-debug] HOST [DNS_SERVER]');
    if (server !== '127.0.0.11') return fail(process, `;; connection timed out; no servers could be reached\n`);
    const addresses = process.settings.network?.resolve(host) ?? [];
    await print(process, 'Server:\t\t127.0.0.11\nAddress:\t127.0.0.11:53\n');
    if (addresses.length === 0) return fail(process, `** server can't find ${host}: NXDOMAIN`);
    return print(
      process,
      `Non-authoritative answer:\n${addresses.map((address) => `Name:\t${host}\nAddress: ${address}`).join('\n')}`,
    );
  },
  getent(process, words) {
    const [database = '', ...keys] = readOptions(words, { letters: '' }).operands;
    if (/^(passwd|group)$/.test(database)) {
      const entries = linesOf(readFile(process, `/etc/${database}`)).filter((line) => line !== '');
      const isNamed = (line: string, key: string): boolean => [0, 2].some((field) => line.split(':')[field] === key);
      const found = keys.length === 0 ? entries : keys.map((key) => entries.find((line) => isNamed(line, key)));
      return printFound(process, found);
    }
    if (!/^a?hosts(v[46])?$/.test(database)) throw new CommandError(`unknown database '${database}'`);
    return printFound(
      process,
      keys.flatMap((key): (string | undefined)[] => {
        const addresses = process.settings.network?.resolve(key) ?? [];
        if (addresses.length === 0) return [undefined];
        return addresses.map((address) => `${address.padEnd(18)}${key}  ${key}`);
      }),
    );
  },
  async nc(process, words) {
    const { flags, values, operands } = readOptions(words, { letters: 'lnvzp:w:' });
    if (flags.has('l')) return serveOnce(process, Number(values.get('p') ?? operands.at(-1)));
    const [host = '', port = ''] = operands;
    try {
      const connection = connectFrom(process, (network) => network.connect(host, Number(port)));
      if (flags.has('v')) await process.write('stderr', `${host} (${host}:${port}) open\n`);
      if (flags.has('z')) {
        connection.destroy();
        return 0;
      }
      const seconds = values.get('w');
      if (seconds !== undefined) void process.sleep(Number(seconds) * 1000).then(() => connection.destroy());
      connection.end(await readInput(process));
      for await (const data of connection) await process.write('stdout', data as Buffer);
      return 0;
    } catch (error) {
      return fail(process, `nc: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
};

async function printFound(process: ProcessContext, found: readonly (string | undefined)[]): Promise<number> {
  await printLines(
    process,
    found.filter((line) => line !== undefined),
  );
  return found.includes(undefined) || found.length === 0 ? 2 : 0;
}

async function serveOnce(process: ProcessContext, port: number): Promise<number> {
  const connection = await new Promise<Duplex | undefined>((resolve) => {
    const stop = listenFrom(process, port, (each) => {
      stop();
      resolve(each);
    });
    process.killed.addEventListener('abort', () => resolve(undefined));
  });
  if (connection === undefined) return 0;
  connection.on('data', (data: Buffer) => void process.write('stdout', data));
  connection.end(await readInput(process));
  await once(connection, 'close');
  return 0;
}
