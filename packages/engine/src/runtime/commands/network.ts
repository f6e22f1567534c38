/** Commands of networks: they reach other containers. */
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { ProcessContext } from '../process-context.js';
import { CommandError, entryOf, fail, linesOf, print, printLines, readFile, readInput, writeFile, type Commands } from './command.js'; // prettier-ignore
import { readOptions } from './options.js';

const wgetOptions = {
  letters: 'cqSO:o:P:T:U:Y:t:\u0001\u0002\u0003:\u0004:\u0005:',
  long: { spider: '\u0001', 'no-check-certificate': '\u0002', header: '\u0003', 'post-data': '\u0004', 'post-file': '\u0005', quiet: 'q', 'output-document': 'O', 'user-agent': 'U', timeout: 'T', tries: 't' }, // prettier-ignore
};
const curlOptions = {
  letters: 'sSfLiIkvo:OX:H:d:m:w:A:u:\u0001:\u0002:',
  long: { silent: 's', 'show-error': 'S', fail: 'f', location: 'L', include: 'i', head: 'I', insecure: 'k', verbose: 'v', output: 'o', 'remote-name': 'O', request: 'X', header: 'H', data: 'd', 'data-ascii': 'd', 'data-raw': '\u0001', 'data-binary': '\u0002', 'max-time': 'm', 'connect-timeout': 'm', 'write-out': 'w', 'user-agent': 'A', user: 'u', retry: 'm' }, // prettier-ignore
  code: 2,
};

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
      const connection = process.settings.network?.connect(host, Number(port));
      if (flags.has('v')) await process.write('stderr', `${host} (${host}:${port}) open\n`);
      if (connection === undefined || flags.has('z')) return 0;
      connection.end(await readInput(process));
      for await (const data of connection) await process.write('stdout', data as Buffer);
      return 0;
    } catch (error) {
      return fail(process, `nc: ${error instanceof Error ? error.message : String(error)}`);
    }
  },
  async wget(process, words) {
    const { flags, values, given, operands } = readOptions(words, wgetOptions);
    for (const letter of ['c', 'o'])
      if (flags.has(letter)) throw new CommandError(`option '-${letter}' is not simulated`);
    if (operands.length === 0)
      throw new CommandError('usage: wget [-qS] [--spider] [-O FILE] [--header STR] [--post-data STR] [-P DIR] URL...');
    const log = (text: string): Promise<void> =>
      flags.has('q') ? Promise.resolve() : process.write('stderr', `${text}\n`);
    const [isSpider, file] = [flags.has('\u0001'), values.get('\u0005')];
    const body = values.get('\u0004') ?? (file === undefined ? undefined : readFile(process, file).toString('latin1'));
    for (const word of operands) {
      const url = urlOf(word);
      const target = values.get('O') ?? (url.pathname.split('/').at(-1) || 'index.html');
      const path = values.has('P') && !values.has('O') ? `${values.get('P')}/${target}` : target;
      const response = await followed(process, url, 10, {
        method: body === undefined ? (isSpider ? 'HEAD' : 'GET') : 'POST',
        fields: [`User-Agent: ${values.get('U') ?? 'Wget'}`, ...given.flatMap(([letter, field]) => (letter === '\u0003' ? [field] : []))], // prettier-ignore
        body,
        onConnect: (host, address) => log(`Connecting to ${host} (${address})`),
      });
      if (flags.has('S'))
        await process.write('stderr', `${response.head.replaceAll(/^|\r?\n/g, '\n  ').slice(1)}\n  \n`);
      if (response.status >= 400) throw new CommandError(`server returned error: ${response.head.split('\r\n')[0]}`);
      if (isSpider) await log('remote file exists');
      else if (path === '-') await process.write('stdout', response.body);
      else {
        if (!values.has('O') && entryOf(process, path) !== undefined)
          throw new CommandError(`can't open '${path}': File exists`);
        await log(`saving to '${path}'`);
        writeFile(process, path, response.body);
        await log(`'${path}' saved`);
      }
    }
    return 0;
  },
  async curl(process, words) {
    const { flags, values, given, operands } = readOptions(words, curlOptions);
    if (operands.length === 0) throw new CommandError('(2) no URL specified', 2);
    const parts = given.flatMap(([letter, text]) => {
      if (!['d', '\u0001', '\u0002'].includes(letter)) return [];
      if (letter === '\u0001' || !text.startsWith('@')) return [text];
      const data = readFile(process, text.slice(1)).toString('latin1');
      return [letter === 'd' ? data.replaceAll(/[\r\n]/g, '') : data];
    });
    const body = parts.length === 0 ? undefined : parts.join('&');
    const fields = given.flatMap(([letter, field]) => (letter === 'H' ? [field] : []));
    const has = (name: string): boolean => fields.some((field) => field.toLowerCase().startsWith(`${name}:`));
    if (!has('user-agent')) fields.push(`User-Agent: ${values.get('A') ?? 'curl/8.5.0'}`);
    if (!has('accept')) fields.push('Accept: */*');
    const user = values.get('u');
    if (user !== undefined) fields.push(`Authorization: Basic ${Buffer.from(user).toString('base64')}`);
    if (body !== undefined && !has('content-type')) fields.push('Content-Type: application/x-www-form-urlencoded');
    const method = values.get('X') ?? (flags.has('I') ? 'HEAD' : body === undefined ? 'GET' : 'POST');
    for (const word of operands) {
      const url = urlOf(word);
      const response = await followed(process, url, flags.has('L') ? 50 : 0, { method, fields, body }).catch(
        (error: Error) => error,
      );
      if (response instanceof Error) {
        const [, host] = /^bad address '(.*)'/.exec(response.message) ?? [];
        const [code, text] =
          host === undefined
            ? [7, `Failed to connect to ${url.hostname} port ${url.port || 80} after 0 ms: Connection refused`]
            : [6, `Could not resolve host: ${host}`];
        return flags.has('s') && !flags.has('S') ? code : fail(process, `curl: (${code}) ${text}`, code);
      }
      const { status, head } = response;
      if (flags.has('v')) await process.write('stderr', `> ${method} ${url.pathname}${url.search} HTTP/1.1\n${head.replaceAll(/^|(\r?\n)/g, '$1< ')}\n`); // prettier-ignore
      const isFailed = flags.has('f') && status >= 400;
      const data = Buffer.concat([Buffer.from(flags.has('i') || flags.has('I') ? `${head}\r\n\r\n` : ''), response.body]); // prettier-ignore
      const target = flags.has('O') ? (url.pathname.split('/').at(-1) ?? '') : values.get('o');
      if (!isFailed && target !== undefined) writeFile(process, target, data);
      else if (!isFailed) await process.write('stdout', data);
      const written = (values.get('w') ?? '').replaceAll('\\n', '\n').replaceAll('\\t', '\t');
      await process.write('stdout', written.replaceAll(/%\{(http_code|response_code)\}/g, String(status)));
      if (!isFailed) continue;
      const text = `curl: (22) The requested URL returned error: ${status}`;
      return flags.has('s') && !flags.has('S') ? 22 : fail(process, text, 22);
    }
    return 0;
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

interface WebRequest {
  readonly method: string;
  /** Header fields, `name: value` each. */
  readonly fields: readonly string[];
  readonly body: string | undefined;
  readonly onConnect?: (host: string, address: string) => Promise<void>;
}

interface WebResponse {
  readonly status: number;
  /** The status line and the header fields. */
  readonly head: string;
  readonly body: Buffer;
}

/** @throws CommandError */
function urlOf(word: string): URL {
  const text = /^\w+:\/\//.test(word) ? word : `http://${word}`;
  if (!URL.canParse(text)) throw new CommandError(`bad address '${word}'`);
  const url = new URL(text);
  if (url.protocol !== 'http:') throw new CommandError(`${url.protocol.slice(0, -1)} is not simulated: ${word}`);
  return url;
}

/** Sends a request, and follows as many redirects as are allowed. @throws CommandError */
async function followed(
  process: ProcessContext,
  url: URL,
  redirects: number,
  request: WebRequest,
): Promise<WebResponse> {
  const response = await send(process, url, request);
  const location = /^location: *(\S+)/im.exec(response.head)?.[1];
  if (redirects === 0 || location === undefined || !/^30[12378]$/.test(String(response.status))) return response;
  return followed(process, new URL(location, url), redirects - 1, request);
}

/** Requests a page of another container. */
async function send(
  { settings: { network } }: ProcessContext,
  url: URL,
  { method, fields, body, onConnect }: WebRequest,
): Promise<WebResponse> {
  // prettier-ignore
  const host = url.hostname;
  if (network === undefined) throw new CommandError(`bad address '${host}'`);
  const port = Number(url.port || 80);
  const [address] = network.resolve(host);
  if (address !== undefined) await onConnect?.(host, `${address}:${port}`);
  const connection = connected(() => network.connect(host, port));
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body, 'latin1')}`];
  const head = [`${method} ${url.pathname}${url.search} HTTP/1.1`, `Host: ${url.host}`, 'Connection: close', ...fields, ...length]; // prettier-ignore
  connection.write(Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`, 'latin1'));
  const whole = await buffer(connection).catch((error: Error) => {
    throw new CommandError(error.message);
  });
  const end = whole.indexOf('\r\n\r\n');
  const received = whole.subarray(0, end).toString('latin1');
  const content = method === 'HEAD' ? Buffer.alloc(0) : whole.subarray(end + 4);
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(received);
  return {
    status: Number(/^HTTP\/1\.\d (\d+)/.exec(received)?.[1] ?? 502),
    head: received,
    body: isChunked ? unchunked(content) : content,
  };
}

function connected<Connection>(connect: () => Connection): Connection {
  try {
    return connect();
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function unchunked(content: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let rest = content; ;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, Math.max(end, 0)).toString('latin1'), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 4 + size);
  }
}
