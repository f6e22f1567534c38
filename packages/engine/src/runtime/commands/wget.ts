/** `wget` of busybox. */
import type { Command } from '../process-context.js';
import { CommandError, entryOf, readFile, writeFile } from './command.js';
import { basicOf, fetchPage, redirectOf, type WebError, type WebRequest, type WebResponse } from './http-client.js';
import { readOptions } from './options.js';

const table = {
  letters: 'cqSO:o:P:T:U:Y:t:',
  long: { spider: 'spider', 'no-check-certificate': 'insecure', header: 'header:', 'post-data': 'data:', 'post-file': 'file:', continue: 'c', quiet: 'q', 'server-response': 'S', 'output-document': 'O', 'output-file': 'o', 'directory-prefix': 'P', proxy: 'Y', 'user-agent': 'U', timeout: 'T', tries: 't' }, // prettier-ignore
};
const maximumRedirects = 10;
/** What busybox waits for, unless `-T` gives other seconds. */
const defaultTimeout = 900;

export const wget: Command = async (process, words) => {
  const { flags, values, given, operands } = readOptions(words, table);
  if (operands.length === 0)
    throw new CommandError('usage: wget [-qS] [--spider] [-O FILE] [--header STR] [--post-data STR] [-P DIR] URL...');
  for (const number of [values.get('T'), values.get('t')])
    if (number !== undefined && !/^\d+(\.\d+)?$/.test(number)) throw new CommandError(`invalid number '${number}'`);
  const logFile = values.get('o');
  const log = async (text: string): Promise<void> => {
    if (flags.has('q')) return;
    if (logFile === undefined) return process.write('stderr', `${text}\n`);
    const logged = entryOf(process, logFile) === undefined ? '' : readFile(process, logFile);
    writeFile(process, logFile, Buffer.from(`${logged}${text}\n`));
  };
  if (logFile !== undefined) writeFile(process, logFile, Buffer.alloc(0));
  const [isSpider, file] = [flags.has('spider'), values.get('file')];
  const body = values.has('data')
    ? Buffer.from(values.get('data') ?? '')
    : file === undefined
      ? undefined
      : readFile(process, file);
  const headers = given.flatMap(([name, text]) => (name === 'header' ? [fieldOf(text)] : []));
  const has = (name: string): boolean => headers.some(([each]) => each.toLowerCase() === name);
  for (const word of operands) {
    const url = urlOf(word);
    const target = values.get('O') ?? (url.pathname.split('/').at(-1) || 'index.html');
    const path = values.has('P') && !values.has('O') ? `${values.get('P')}/${target}` : target;
    // A file that is continued keeps what it has.
    const entry = flags.has('c') && path !== '-' ? entryOf(process, path) : undefined;
    const before = entry?.kind === 'file' ? entry.data : undefined;
    const response = await followed(url, maximumRedirects, before?.length);
    if (flags.has('S')) await process.write('stderr', `${response.head.replaceAll(/^|\r?\n/g, '\n  ').slice(1)}\n  \n`);
    if (response.status === 416 && before !== undefined) continue;
    if (response.status >= 400) throw new CommandError(`server returned error: ${response.head.split('\r\n')[0]}`);
    if (isSpider) await log('remote file exists');
    else if (path === '-') {
      await log('writing to stdout');
      await process.write('stdout', response.body);
      await log('written to stdout');
    } else {
      if (!values.has('O') && before === undefined && entryOf(process, path) !== undefined)
        throw new CommandError(`can't open '${path}': File exists`);
      await log(`saving to '${path}'`);
      writeFile(
        process,
        path,
        Buffer.concat(response.status === 206 && before ? [before, response.body] : [response.body]),
      );
      await log(`'${path}' saved`);
    }
  }
  return 0;

  async function followed(url: URL, redirects: number, from?: number): Promise<WebResponse> {
    const authorization = basicOf(url);
    const form: readonly (readonly [string, string])[] =
      body === undefined || has('content-type') ? [] : [['Content-Type', 'application/x-www-form-urlencoded']];
    const request: WebRequest = {
      method: body === undefined ? (isSpider ? 'HEAD' : 'GET') : 'POST',
      fields: [
        ...(has('host') ? [] : ([['Host', url.host]] as const)),
        ...(has('user-agent') ? [] : ([['User-Agent', values.get('U') ?? 'Wget']] as const)),
        ...(authorization === undefined ? [] : ([['Authorization', authorization]] as const)),
        ...(from === undefined ? [] : ([['Range', `bytes=${from}-`]] as const)),
        ...headers,
        ...form,
      ],
      body,
      deadline: process.clock.now() + Number(values.get('T') ?? defaultTimeout) * 1000,
      onConnect: (host, address) => log(`Connecting to ${host} (${address})`),
    };
    const response = await fetchPage(process, url, request).catch((error: WebError) => {
      throw new CommandError(error.reason === 'response' ? 'error getting response' : error.message);
    });
    const next = redirectOf(response, url);
    if (next === undefined) return response;
    if (redirects === 0) throw new CommandError('too many redirections');
    return followed(urlOf(next.href), redirects - 1, from);
  }
};

function fieldOf(text: string): readonly [name: string, value: string] {
  const [, name = text, value = ''] = /^([^:]*): *(.*)$/s.exec(text) ?? [];
  return [name, value];
}

/** @throws CommandError */
function urlOf(word: string): URL {
  const text = /^\w+:\/\//.test(word) ? word : `http://${word}`;
  if (!URL.canParse(text)) throw new CommandError(`bad address '${word}'`);
  const url = new URL(text);
  if (url.protocol !== 'http:') throw new CommandError(`${url.protocol.slice(0, -1)} is not simulated: ${word}`);
  return url;
}
