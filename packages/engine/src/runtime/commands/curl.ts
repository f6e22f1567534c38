/** `curl`, without a meter of progress. What it sends is in `curl-request.ts`. */
import { unzipSync } from 'node:zlib';
import { newFolder } from '../../filesystem/memory-tree.js';
import { parentOf, resolvePath } from '../../filesystem/paths.js';
import type { Command, ProcessContext } from '../process-context.js';
import { CommandError, fail, readFile, writeFile, writeProblem } from './command.js';
import { curlOptions } from './curl-options.js';
import { curlRequest, expanded, parsedUrl, type CurlRequest } from './curl-request.js';
import { fetchPage, fieldOf, redirectOf, WebError, type WebResponse } from './http-client.js';
import type { Options } from './options.js';

const hint = "curl: try 'curl --help' or 'curl --manual' for more information";
/** The responses after which `--retry` sends a request again. */
const transient = new Set([408, 429, 500, 502, 503, 504]);
const maximumDelay = 600;
/** Of compressed content, in bytes. */
const maximumContent = 1 << 28;

/** How a transfer has ended. */
interface Transfer {
  readonly url: string;
  readonly method: string;
  readonly sentBytes: number;
  readonly redirects: number;
  readonly seconds: number;
  /** The status lines and header fields of all responses. */
  readonly heads: string;
  readonly response?: WebResponse;
  readonly redirect?: URL | undefined;
  readonly code: number;
  readonly message: string;
}

export const curl: Command = async (process, words) => {
  const options = curlOptions(words);
  const { flags, given, operands } = options;
  const urls = [...given.flatMap(([name, value]) => (name === 'url' ? [value] : [])), ...operands];
  if (words.length === 0) return fail(process, hint, 2);
  if (urls.length === 0) return fail(process, `curl: no URL specified!\n${hint}`, 2);
  const outputs = given.filter(([name]) => name === 'o' || name === 'O');
  let code = 0;
  for (const [index, word] of urls.entries())
    for (const url of flags.has('g') ? [word] : expanded(word)) {
      code = await transferWithRetries(process, options, url, outputs[index]);
      if (code !== 0 && flags.has('fail-early')) return code;
    }
  return code;
};

async function transferWithRetries(
  process: ProcessContext,
  options: Options,
  url: string,
  output: Options['given'][number] | undefined,
): Promise<number> {
  const { flags, values } = options;
  const isSilent = flags.has('s');
  const began = process.clock.now();
  const fixed = Number(values.get('retry-delay') ?? 0);
  for (let left = Number(values.get('retry') ?? 0), delay = 1; ; left -= 1, delay = Math.min(delay * 2, maximumDelay)) {
    const done = await written(process, options, await transfer(process, options, url, output), output);
    const problem = left > 0 ? problemOf(done, flags) : undefined;
    const pause = fixed || delay;
    const limit = Number(values.get('retry-max-time') ?? 0);
    if (problem === undefined || (limit > 0 && process.clock.now() - began + pause * 1000 > limit * 1000)) {
      if (done.code !== 0 && (!isSilent || flags.has('S'))) await fail(process, `curl: (${done.code}) ${done.message}`);
      await writeOut(process, values.get('w'), done);
      return done.code;
    }
    const [times, tries] = [`${pause} second${pause === 1 ? '' : 's'}`, `${left} retr${left === 1 ? 'y' : 'ies'}`];
    if (!isSilent) await fail(process, `Warning: Problem: ${problem}. Will retry in ${times}. ${tries} left.`);
    await process.sleep(pause * 1000);
  }
}

/** Returns why a transfer may be repeated. */
function problemOf({ response, code }: Transfer, flags: Options['flags']): string | undefined {
  if (response !== undefined && transient.has(response.status)) return 'HTTP error';
  if (code === 28 || code === 6) return 'timeout';
  if (code === 7 && flags.has('retry-connrefused')) return 'connection refused';
  return code !== 0 && flags.has('retry-all-errors') ? '(retrying all errors)' : undefined;
}

/** Sends a request, and follows its redirects. */
async function transfer(
  process: ProcessContext,
  options: Options,
  word: string,
  output: Options['given'][number] | undefined,
): Promise<Transfer> {
  const { flags, values } = options;
  const began = process.clock.now();
  const limit = Number(values.get('m') ?? 0);
  const most = Number(values.get('max-redirs') ?? 50);
  let heads = '';
  let redirects = 0;
  let request: CurlRequest;
  try {
    request = await curlRequest(process, options, parsedUrl(word));
  } catch (error) {
    if (!(error instanceof CommandError) || error.code === 2) throw error;
    return { ...ended(word, 'GET'), code: error.code, message: error.message };
  }
  if (output?.[0] === 'O' && remoteName(request.text) === '')
    return { ...ended(request.text, request.method), code: 23, message: 'Remote file name has no length' };
  for (;;) {
    const { url, method } = request;
    let response: WebResponse;
    try {
      response = await fetchPage(process, url, {
        ...request,
        ...(limit > 0 && { deadline: began + limit * 1000 }),
      });
    } catch (error) {
      if (!(error instanceof WebError)) throw error;
      return { ...ended(request.text, method), ...failureOf(error, url, process.clock.now() - began) };
    }
    const { status, head } = response;
    if (flags.has('v')) await process.write('stderr', `> ${method} ${request.target} HTTP/1.1\n${head.replaceAll(/^|(\r?\n)/g, '$1< ')}\n`); // prettier-ignore
    heads += `${head}\r\n\r\n`;
    const redirect = redirectOf(response, url);
    const done = { ...ended(request.text, method), response, redirect };
    if (!flags.has('L') || redirect === undefined)
      return status >= 400 && (flags.has('f') || flags.has('fail-with-body'))
        ? { ...done, code: 22, message: `The requested URL returned error: ${status}` }
        : done;
    if (redirects === most) return { ...done, code: 47, message: `Maximum (${most}) redirects followed` };
    redirects += 1;
    request = request.redirected(redirect, status);
  }

  function ended(url: string, method: string): Transfer {
    const seconds = (process.clock.now() - began) / 1000;
    const sentBytes = request?.body?.length ?? 0;
    return { url, method, sentBytes, redirects, seconds, heads, code: 0, message: '' };
  }
}

function failureOf({ reason, message }: WebError, url: URL, milliseconds: number): { code: number; message: string } {
  if (reason === 'name') return { code: 6, message: `Could not resolve host: ${url.hostname}` };
  if (reason === 'connection')
    return {
      code: 7,
      message: `Failed to connect to ${url.hostname} port ${url.port || 80} after 0 ms: Couldn't connect to server`,
    };
  if (reason === 'timeout')
    return { code: 28, message: `Operation timed out after ${milliseconds} milliseconds with 0 bytes received` };
  if (message === 'socket hang up') return { code: 52, message: 'Empty reply from server' };
  return { code: 56, message: 'Recv failure: Connection reset by peer' };
}

/** Writes the output of a transfer. @returns the transfer, with the error of the output if there is one */
async function written(
  process: ProcessContext,
  { flags, values }: Options,
  done: Transfer,
  output: Options['given'][number] | undefined,
): Promise<Transfer> {
  const { response, heads } = done;
  if (response === undefined) return done;
  const file = values.get('D');
  if (file === '-') await process.write('stdout', Buffer.from(heads, 'latin1'));
  else if (file !== undefined) {
    if (writeProblem(process, file) !== undefined)
      return { ...done, code: 23, message: 'Failure writing output to destination' };
    writeFile(process, file, Buffer.from(heads, 'latin1'));
  }
  if (done.code !== 0 && !flags.has('fail-with-body')) return done;
  const isCompressed = flags.has('compressed') && fieldOf(response, 'content-encoding') !== undefined;
  const shown = flags.has('i') || flags.has('I') ? Buffer.from(heads, 'latin1') : Buffer.alloc(0);
  const content = isCompressed ? unzipped(response.body) : response.body;
  if (content === undefined)
    return { ...done, code: 61, message: 'Error while processing content unencoding: incorrect header check' };
  const data = Buffer.concat([shown, content]);
  if (output === undefined || output[1] === '-') {
    await process.write('stdout', data);
    return done;
  }
  const [kind, name] = output;
  const folder = values.get('output-dir');
  const path = `${folder === undefined ? '' : `${folder}/`}${kind === 'O' ? remoteName(done.url) : name}`;
  if (flags.has('create-dirs')) makeFolders(process, parentOf(resolvePath(path, process.folder)));
  const problem = writeProblem(process, path);
  if (problem === undefined) writeFile(process, path, data);
  else {
    if (!flags.has('s')) await fail(process, `Warning: Failed to open the file ${path}: ${problem}`);
    return { ...done, code: 23, message: 'Failure writing output to destination' };
  }
  return done;
}

/** Returns undefined for what is no archive, or too large. */
function unzipped(data: Buffer): Buffer | undefined {
  try {
    return unzipSync(data, { maxOutputLength: maximumContent });
  } catch {
    return undefined;
  }
}

/** The name that `-O` gives a file: the end of the path of its URL. */
function remoteName(url: string): string {
  const [, , , ...path] = url.replace(/[?#].*/s, '').split('/');
  return path.at(-1) ?? '';
}

function makeFolders(process: ProcessContext, path: string): void {
  const { files } = process.settings;
  if (path === '/' || files.get(path) !== undefined) return;
  makeFolders(process, parentOf(path));
  files.put(path, newFolder());
}

/** Writes what `--write-out` asks for. */
async function writeOut(process: ProcessContext, option: string | undefined, done: Transfer): Promise<void> {
  if (option === undefined) return;
  const format = option.startsWith('@') ? readFile(process, option.slice(1)).toString() : option;
  const { response, url, seconds } = done;
  const status = String(response?.status ?? 0).padStart(3, '0');
  const values: Readonly<Record<string, string | number | undefined>> = {
    http_code: status,
    response_code: status,
    url_effective: url,
    url,
    method: done.method,
    content_type: response && fieldOf(response, 'content-type'),
    size_download: response?.body.length ?? 0,
    size_header: done.heads.length,
    size_upload: done.sentBytes,
    num_redirects: done.redirects,
    redirect_url: done.redirects === 0 ? done.redirect?.href : undefined,
    exitcode: done.code,
    errormsg: done.message,
    scheme: 'http',
    http_version: response === undefined ? 0 : 1.1,
    stdout: '',
  };
  const names = [...format.matchAll(/%\{([^}]*)\}/g)].map(([, name = '']) => name);
  for (const name of names)
    if (!Object.hasOwn(values, name) && !name.startsWith('time_'))
      await fail(process, `curl: unknown --write-out variable: '${name}'`);
  const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  const text = format.replaceAll(/%\{([^}]*)\}|%%|\\([nrt])/g, (whole, name: string | undefined, letter: string) => {
    if (whole === '%%') return '%';
    if (name === undefined) return escapes[letter] ?? whole;
    return name.startsWith('time_') ? seconds.toFixed(6) : String(values[name] ?? '');
  });
  await process.write('stdout', text);
}
