/** The web server of busybox, and the list of ports on which processes listen. */
import type { Duplex } from 'node:stream';
import { followLinks, resolvePath } from '../../filesystem/paths.js';
import { listenFrom } from '../connections.js';
import type { ProcessContext } from '../process-context.js';
import { runToEnd } from '../run-program.js';
import { CommandError, fail, print, type Commands } from './command.js';
import { readOptions } from './options.js';

export const webCommands: Commands = {
  async httpd(process, words) {
    const { flags, values } = readOptions(words, { letters: 'fvp:h:u:c:r:' });
    for (const letter of ['u', 'c', 'r'])
      if (values.has(letter)) throw new CommandError(`option '-${letter}' is not simulated`);
    const address = values.get('p') ?? '80';
    const port = Number(address.slice(address.lastIndexOf(':') + 1));
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new CommandError(`bad port '${address}'`);
    const home = resolvePath(values.get('h') ?? '.', process.folder);
    if (process.settings.files.get(followLinks(process.settings.files, home) ?? home)?.kind !== 'folder')
      return fail(process, `httpd: can't change directory to '${values.get('h')}': No such file or directory`);
    if (process.settings.network?.listening?.().includes(port) === true)
      return fail(process, 'httpd: bind: Address already in use');
    if (flags.has('f')) return serve(process, port, home);
    // Its own process goes on in the background.
    const child = process.fork({ command: ['httpd', ...words], isBackground: true });
    void runToEnd(child, () => serve(child, port, home)).catch(() => undefined);
    return 0;
  },
  async netstat(process, words) {
    const { flags } = readOptions(words, { letters: 'ralntuwxe' });
    if (flags.has('r')) throw new CommandError("option '-r' is not simulated");
    const kinds = ['t', 'u', 'w', 'x'].filter((letter) => flags.has(letter));
    const shown = flags.has('l') ? 'only servers' : flags.has('a') ? 'servers and established' : 'w/o servers';
    const ports = kinds.length === 0 || flags.has('t') ? (process.settings.network?.listening?.() ?? []) : [];
    if (kinds.length === 0 || kinds.some((letter) => letter !== 'x')) {
      await print(process, `Active Internet connections (${shown})`);
      await print(process, `${line('Proto', 'Recv-Q', 'Send-Q', 'Local Address', 'Foreign Address')} State       `);
      if (flags.has('l') || flags.has('a'))
        for (const port of ports)
          await print(process, `${line('tcp', '0', '0', `0.0.0.0:${port}`, '0.0.0.0:*')} LISTEN      `);
    }
    if (kinds.length > 0 && !flags.has('x')) return 0;
    await print(process, `Active UNIX domain sockets (${shown})`);
    return print(process, 'Proto RefCnt Flags       Type       State         I-Node Path');
  },
};

function line(protocol: string, received: string, sent: string, local: string, foreign: string): string {
  return [protocol.padEnd(5), received.padStart(6), sent.padStart(6), local.padEnd(23), foreign.padEnd(23)].join(' ');
}

/** Serves files until a signal ends the process. */
async function serve(process: ProcessContext, port: number, home: string): Promise<number> {
  if (process.settings.network === undefined) return fail(process, "httpd: can't create socket");
  const stop = listenFrom(process, port, (connection) => respond(process, connection, home));
  try {
    if (!process.killed.aborted)
      await new Promise((resolve) => {
        process.killed.addEventListener('abort', resolve, { once: true });
      });
  } finally {
    stop();
  }
  return 0;
}

const maximumHead = 8192;

function respond(process: ProcessContext, connection: Duplex, home: string): void {
  let head = '';
  connection.on('error', () => connection.destroy());
  connection.on('data', (data: Buffer) => {
    head += data.toString('latin1');
    if (!/\r?\n\r?\n/.test(head)) {
      if (head.length > maximumHead) connection.destroy();
      return;
    }
    connection.removeAllListeners('data');
    connection.end(responseTo(process, head, home));
  });
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  css: 'text/css',
  js: 'application/javascript',
  json: 'application/json',
  png: 'image/png',
  jpg: 'image/jpeg',
  svg: 'image/svg+xml',
};

function responseTo(process: ProcessContext, head: string, home: string): Buffer {
  const [, method = '', target = ''] = /^(\S+) (\S+)/.exec(head) ?? [];
  if (method !== 'GET' && method !== 'HEAD')
    return failure('501 Not Implemented', 'The requested method is not recognized');
  let path: string;
  try {
    path = decodeURIComponent(target.replace(/[?#].*$/s, ''));
  } catch {
    return failure('400 Bad Request', 'Unsupported method');
  }
  const { files } = process.settings;
  const wanted = resolvePath(path.replace(/^\/+/, ''), home);
  if (wanted !== home && !wanted.startsWith(home === '/' ? '/' : `${home}/`)) return notFound();
  const found = followLinks(files, wanted, true) ?? wanted;
  const isFolder = files.get(found)?.kind === 'folder';
  if (isFolder && !path.endsWith('/'))
    return failure('302 Found', `The requested URL has moved to ${path}/`, [`Location: ${path}/`]);
  const name = isFolder ? `${found === '/' ? '' : found}/index.html` : found;
  const file = files.get(followLinks(files, name, true) ?? name);
  if (file?.kind !== 'file') return notFound();
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const data = Buffer.from(file.data);
  const fields = [
    'HTTP/1.1 200 OK',
    `Date: ${new Date(process.clock.now()).toUTCString()}`,
    'Connection: close',
    `Content-type: ${type}`,
    'Accept-Ranges: bytes',
    `Last-Modified: ${new Date(file.modified).toUTCString()}`,
    `Content-Length: ${data.length}`,
  ];
  return Buffer.concat([Buffer.from(`${fields.join('\r\n')}\r\n\r\n`), method === 'HEAD' ? Buffer.alloc(0) : data]);
}

function notFound(): Buffer {
  return failure('404 Not Found', 'The requested URL was not found');
}

function failure(status: string, text: string, fields: readonly string[] = []): Buffer {
  const body = `<HTML><HEAD><TITLE>${status}</TITLE></HEAD>\n<BODY><H1>${status}</H1>\n${text}\n</BODY></HTML>\n`;
  const head = [`HTTP/1.1 ${status}`, 'Connection: close', 'Content-type: text/html', ...fields];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}
