/** Serves the files of a folder as httpd does. Of its configuration, it reads where to listen and what to serve. */
import { createServer, STATUS_CODES, type IncomingMessage, type ServerResponse } from 'node:http';
import { posix } from 'node:path';
import type { ProgramContext } from '@lading/engine';
import { accessTime, weekdayTime } from '../serve/log-time.js';
import { mediaTypeOf, sendFile } from '../serve/static-file.js';
import { targetOf } from '../serve/target.js';
import { untilStopped, gatewayOf } from '../serve/until-stopped.js';

const prefix = '/usr/local/apache2';
const version = 'Apache/2.4.62 (Unix)';

/** The directives that are read; others are named in the log. */
const directives = ['serverroot', 'listen', 'documentroot', 'directoryindex', 'servername', 'define'];

/** @returns the exit code */
export async function httpd(context: ProgramContext): Promise<number> {
  const { args, files, stdout, stderr } = context;
  if (args.includes('-v')) {
    await stdout.write(`Server version: ${version}\nServer built:   lading (simulated)\n`);
    return 0;
  }
  const config = readConfig(files.read(`${prefix}/conf/httpd.conf`)?.toString() ?? '');
  if (args.includes('-t')) {
    await stderr.write('Syntax OK\n');
    return 0;
  }
  const { ports, root, indexes, ignored } = config;
  const note = (level: string, text: string): Promise<void> =>
    stderr.write(`[${weekdayTime(context.now())}] [${level}] [pid 1:tid 1] ${text}\n`);
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { path: pathname } = targetOf(request);
    response.setHeader('server', version);
    response.once('finish', () => {
      const size = response.getHeader('content-length') ?? '-';
      const line = `${request.method} ${request.url} HTTP/${request.httpVersion}`;
      void stdout.write(
        `${gatewayOf(context)} - - [${accessTime(context.now())}] "${line}" ${response.statusCode} ${String(size)}\n`,
      );
    });
    const send = (file: string, mediaType: string): void => {
      const [content, modified] = [files.read(file) ?? Buffer.alloc(0), files.modifiedAt(file) ?? 0];
      sendFile(request, response, { content, mediaType, modified }, (status) =>
        sendPage(request, response, status, STATUS_CODES[status] ?? ''),
      );
    };
    if (pathname === undefined) return void sendPage(request, response, 400, 'Bad Request');
    const path = posix.join(root, pathname);
    if (files.kindOf(path) === 'folder') {
      if (!pathname.endsWith('/'))
        return void sendPage(request, response, 301, 'Moved Permanently', { location: `${encodeURI(pathname)}/` });
      const index = indexes.map((name) => posix.join(path, name)).find((each) => files.kindOf(each) === 'file');
      if (index !== undefined) return send(index, mediaTypeOf(index));
      const items = files
        .list(path)
        .map((name) => `<li><a href="${encodeURIComponent(name)}"> ${escape(name)}</a></li>`);
      const list = `<html><head><title>Index of ${escape(pathname)}</title></head>\n<body>\n<h1>Index of ${escape(pathname)}</h1>\n<ul>${items.join('\n')}\n</ul>\n</body></html>\n`;
      response.writeHead(200, {
        'content-type': 'text/html;charset=ISO-8859-1',
        'content-length': Buffer.byteLength(list),
      });
      return void response.end(request.method === 'HEAD' ? undefined : list);
    }
    if (files.kindOf(path) === undefined) return void sendPage(request, response, 404, 'Not Found');
    if (request.method !== 'GET' && request.method !== 'HEAD' && request.method !== 'POST')
      return void sendPage(request, response, 405, 'Method Not Allowed');
    send(path, mediaTypeOf(path, ''));
  };
  const server = createServer(handle);
  for (const port of ports) context.listen(port, server);
  await stderr.write(
    `AH00558: httpd: Could not reliably determine the server's fully qualified domain name, using ${context.addresses[0] ?? '127.0.0.1'}. Set the 'ServerName' directive globally to suppress this message\n`,
  );
  await note('core:notice', 'lading: httpd is simulated: it serves the files of DocumentRoot');
  for (const name of ignored) await note('core:warn', `lading: the directive ${name} has no effect`);
  await note('mpm_event:notice', `AH00489: ${version} configured -- resuming normal operations`);
  await note('core:notice', `AH00094: Command line: '${['httpd', '-D', 'FOREGROUND'].join(' ')}'`);
  const signal = await untilStopped(context, ['TERM', 'INT', 'WINCH']);
  server.closeAllConnections();
  await note(
    'mpm_event:notice',
    signal === 'WINCH'
      ? 'AH00492: caught SIGWINCH, shutting down gracefully'
      : 'AH00491: caught SIGTERM, shutting down',
  );
  return 0;
}

function readConfig(text: string) {
  const ports: number[] = [];
  const ignored = new Set<string>();
  let [root, indexes] = [`${prefix}/htdocs`, ['index.html']];
  for (const line of text.split('\n')) {
    const [, name = '', rest = ''] = /^\s*<?\/?(\w+)\s*(.*?)>?\s*$/.exec(line.replace(/^\s*#.*/, '')) ?? [];
    const value = rest.replaceAll('"', '');
    if (name === '') continue;
    if (/^listen$/i.test(name)) ports.push(Number(value.split(' ')[0]?.split(':').at(-1)));
    else if (/^documentroot$/i.test(name)) root = posix.resolve(prefix, value);
    else if (/^directoryindex$/i.test(name)) indexes = value.split(/\s+/);
    else if (!directives.includes(name.toLowerCase())) ignored.add(name);
  }
  return { ports: ports.length === 0 ? [80] : ports, root, indexes, ignored };
}

function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  title: string,
  headers: Record<string, string> = {},
): void {
  const text = status === 404 ? '<p>The requested URL was not found on this server.</p>\n' : '';
  const body = `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${status} ${title}</title>\n</head><body>\n<h1>${title}</h1>\n${text}</body></html>\n`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=iso-8859-1',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
