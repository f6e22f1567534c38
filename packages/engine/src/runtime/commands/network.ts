/** Commands of networks: they reach other containers. */
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { ProcessContext } from '../process-context.js';
import { fail, optionsOf, print, readInput, writeFile, type Commands } from './command.js';

export const networkCommands: Commands = {
  async ping(process, words) {
    const { values, operands } = optionsOf(words, 'cwWi');
    const [host = ''] = operands;
    const [address] = process.settings.network?.resolve(host) ?? [];
    if (address === undefined) return fail(process, `ping: bad address '${host}'`);
    await print(process, `PING ${host} (${address}): 56 data bytes`);
    const count = values.has('c') ? Number(values.get('c')) : Infinity;
    for (let sequence = 0; sequence < count && !process.killed.aborted; sequence += 1) {
      if (sequence > 0) await process.sleep(1000);
      await print(process, `64 bytes from ${address}: seq=${sequence} ttl=64 time=0.050 ms`);
    }
    return print(
      process,
      `\n--- ${host} ping statistics ---\n${count} packets transmitted, ${count} packets received, 0% packet loss`,
    );
  },
  async nslookup(process, [host = '']) {
    const addresses = process.settings.network?.resolve(host) ?? [];
    await print(process, 'Server:\t\t127.0.0.11\nAddress:\t127.0.0.11:53\n');
    if (addresses.length === 0) return fail(process, `** server can't find ${host}: NXDOMAIN`);
    return print(
      process,
      `Non-authoritative answer:\n${addresses.map((address) => `Name:\t${host}\nAddress: ${address}`).join('\n')}`,
    );
  },
  async getent(process, [, host = '']) {
    const addresses = process.settings.network?.resolve(host) ?? [];
    if (addresses.length === 0) return 2;
    return print(process, addresses.map((address) => `${address.padEnd(18)}${host}  ${host}`).join('\n'));
  },
  async nc(process, words) {
    const { flags, values, operands } = optionsOf(words, 'pw');
    if (flags.has('l')) return serveOnce(process, Number(values.get('p') ?? operands.at(-1)));
    const [host = '', port = ''] = operands;
    try {
      const connection = process.settings.network?.connect(host, Number(port));
      if (connection === undefined || flags.has('z')) return 0;
      connection.end(await readInput(process));
      for await (const data of connection) await process.write('stdout', data as Buffer);
      return 0;
    } catch (error) {
      return fail(process, `nc: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
  async wget(process, words) {
    const { flags, values, operands } = optionsOf(words, 'OT');
    const url = new URL(/^\w+:\/\//.test(operands[0] ?? '') ? (operands[0] ?? '') : `http://${operands[0] ?? ''}`);
    const response = await fetchText(process, url).catch((error: Error) => error);
    if (response instanceof Error) return fail(process, `wget: ${response.message}`);
    if (response.status >= 400) return fail(process, `wget: server returned error: HTTP/1.1 ${response.status}`);
    const target = values.get('O') ?? (url.pathname.split('/').at(-1) || 'index.html');
    if (flags.has('spider')) return 0;
    if (target === '-') return print(process, response.body, '');
    writeFile(process, target, Buffer.from(response.body));
    return 0;
  },
  async curl(process, words) {
    const { flags, values, operands } = optionsOf(words, 'oXHdmw');
    const url = new URL(/^\w+:\/\//.test(operands[0] ?? '') ? (operands[0] ?? '') : `http://${operands[0] ?? ''}`);
    const response = await fetchText(process, url).catch((error: Error) => error);
    if (response instanceof Error) return flags.has('s') ? 7 : fail(process, `curl: (7) ${response.message}`, 7);
    if (response.status >= 400 && flags.has('f'))
      return fail(process, `curl: (22) The requested URL returned error: ${response.status}`, 22);
    const target = values.get('o');
    if (target === undefined) return print(process, response.body, '');
    writeFile(process, target, Buffer.from(response.body));
    return 0;
  },
};

async function serveOnce(process: ProcessContext, port: number): Promise<number> {
  const { network } = process.settings;
  if (network === undefined) return 1;
  const connection = await new Promise<import('node:stream').Duplex | undefined>((resolve) => {
    const stop = network.listen(port, (each) => {
      stop();
      resolve(each);
    });
    process.killed.addEventListener('abort', () => {
      stop();
      resolve(undefined);
    });
  });
  if (connection === undefined) return 0;
  connection.on('data', (data: Buffer) => void process.write('stdout', data));
  connection.end(await readInput(process));
  await once(connection, 'close');
  return 0;
}

/** Requests a page of another container. */
async function fetchText(
  process: ProcessContext,
  url: URL,
): Promise<{ readonly status: number; readonly body: string }> {
  const { network } = process.settings;
  if (network === undefined) throw new Error(`bad address '${url.hostname}'`);
  const connection = network.connect(url.hostname, Number(url.port || 80));
  connection.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`);
  const whole = await text(connection);
  const [head = '', ...rest] = whole.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head);
  return { status: Number(/^HTTP\/1\.\d (\d+)/.exec(head)?.[1] ?? 502), body: isChunked ? unchunked(body) : body };
}

function unchunked(text_: string): string {
  let [rest, body] = [text_, ''];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.slice(0, end), 16);
    if (end < 0 || !(size > 0)) return body;
    body += rest.slice(end + 2, end + 2 + size);
    rest = rest.slice(end + 4 + size);
  }
}
