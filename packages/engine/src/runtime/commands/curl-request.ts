/** What `curl` sends: the URL, the header fields and the body that its options make. */
import type { ProcessContext } from '../process-context.js';
import { CommandError, readFile, readInput } from './command.js';
import { basicOf, type WebRequest } from './http-client.js';
import type { Options } from './options.js';

export interface CurlRequest extends WebRequest {
  readonly url: URL;
  /** The URL as it was given, with its scheme. */
  readonly text: string;
  /** The path and the query, as they were given. */
  readonly target: string;
  /** Returns the request that follows a redirect. */
  redirected(url: URL, status: number): CurlRequest;
}

type Field = readonly [name: string, value: string];
type ParsedUrl = Pick<CurlRequest, 'url' | 'text' | 'target'>;

/** Returns the URLs of `{a,b}` and `[1-3]`. */
export function expanded(word: string): string[] {
  const [whole, list, first = '', last = '', step = '1'] =
    /\{([^{}]*)\}|\[(\d+|[a-z]|[A-Z])-(\d+|[a-z]|[A-Z])(?::(\d+))?\]/.exec(word) ?? [];
  if (whole === undefined) return [word];
  const values = list === undefined ? rangeOf(first, last, Number(step)) : list.split(',');
  const [before, after] = [word.slice(0, word.indexOf(whole)), word.slice(word.indexOf(whole) + whole.length)];
  return values.flatMap((value) => expanded(`${before}${value}${after}`));
}

function rangeOf(first: string, last: string, step: number): string[] {
  const isNumber = /^\d/.test(first);
  const [from, to] = [first, last].map((end) => (isNumber ? Number(end) : end.charCodeAt(0)));
  const values: string[] = [];
  for (let value = from ?? 0; value <= (to ?? 0) && step > 0; value += step)
    values.push(isNumber ? String(value).padStart(first.length, '0') : String.fromCharCode(value));
  return values;
}

/** @throws CommandError with the exit code of curl */
export function parsedUrl(word: string): ParsedUrl {
  const text = /^\w+:\/\//.test(word) ? word : `http://${word}`;
  if (!URL.canParse(text) || /[\0- ]/.test(text))
    throw new CommandError('URL using bad/illegal format or missing URL', 3);
  const url = new URL(text);
  if (url.protocol !== 'http:') throw new CommandError(`Protocol "${url.protocol.slice(0, -1)}" is not simulated`, 1);
  const given = text
    .replace(/^\w+:\/\/[^/?#]*/, '')
    .replace(/#.*/s, '')
    .replace(/^(?!\/)/, '/');
  const target = /^[!-~]*$/.test(given) && !/\/\.{1,2}(\/|$)/.test(given) ? given : `${url.pathname}${url.search}`;
  return { url, text: `http://${url.host}${target}`, target };
}

/** @throws CommandError */
export async function curlRequest(process: ProcessContext, options: Options, parsed: ParsedUrl): Promise<CurlRequest> {
  const { flags, values } = options;
  const upload = values.get('T');
  const data = await dataOf(process, options);
  const form = await formOf(process, options);
  const isQuery = flags.has('G') && data !== undefined;
  const content: { readonly data: Buffer; readonly type?: string } | undefined =
    upload !== undefined
      ? { data: await contentOf(process, upload) }
      : (form ??
        (isQuery || data === undefined
          ? undefined
          : { data, type: values.has('json') ? 'application/json' : 'application/x-www-form-urlencoded' }));
  const body = content?.data;
  const target = isQuery ? `${parsed.target}${parsed.target.includes('?') ? '&' : '?'}${data}` : parsed.target;
  const method = flags.has('I') ? 'HEAD' : upload !== undefined ? 'PUT' : body === undefined ? 'GET' : 'POST';
  const custom = values.get('X');
  const start = upload !== undefined && /\/$/.test(target) ? `${target}${upload.split('/').at(-1)}` : target;
  return requestTo({ ...parsed, target: start, text: `http://${parsed.url.host}${start}` }, method, body, true);

  function requestTo(at: ParsedUrl, usual: string, sent: Buffer | undefined, isFirstHost: boolean): CurlRequest {
    const type = sent === undefined ? undefined : content?.type;
    return {
      ...at,
      method: custom ?? usual,
      body: sent,
      fields: fieldsOf(process, options, at.url, type, isFirstHost),
      redirected(url, status) {
        const becomesGet =
          (usual === 'POST' && (status === 301 || status === 302)) || (status === 303 && usual !== 'HEAD');
        const next = { url, text: url.href, target: `${url.pathname}${url.search}` };
        const isSameHost = isFirstHost && url.host === at.url.host;
        return requestTo(next, becomesGet ? 'GET' : usual, becomesGet ? undefined : sent, isSameHost);
      },
    };
  }
}

/** Returns the fields, of which the options may replace and remove each. */
function fieldsOf(
  process: ProcessContext,
  { flags, values, given }: Options,
  url: URL,
  type: string | undefined,
  isFirstHost: boolean,
): Field[] {
  const own = given
    .flatMap(([name, text]) => (name === 'H' ? [text] : []))
    .flatMap((text) => (text.startsWith('@') ? readFile(process, text.slice(1)).toString().split(/\r?\n/) : [text]))
    .flatMap((text): Field[] => {
      const [, name, separator, value = ''] = /^([^:;]+)([:;])\s*(.*)$/s.exec(text) ?? [];
      return name === undefined ? [] : [[name, separator === ';' ? '' : value || '\0']];
    });
  const cookies = given.filter(([name]) => name === 'b').map(([, value]) => value);
  if (!cookies.every((each) => each.includes('='))) throw new CommandError('option -b with a file is not simulated', 2);
  const user = values.get('u');
  const basic =
    user === undefined
      ? basicOf(url)
      : `Basic ${Buffer.from(user.includes(':') ? user : `${user}:`).toString('base64')}`;
  const usual: readonly (readonly [name: string, value: string | undefined])[] = [
    ['Host', url.host],
    ['Authorization', basic],
    ['Range', values.has('r') ? `bytes=${values.get('r')}` : undefined],
    ['User-Agent', (values.get('A') ?? 'curl/8.5.0') || undefined],
    ['Accept', values.has('json') ? 'application/json' : '*/*'],
    ['Accept-Encoding', flags.has('compressed') ? 'deflate, gzip' : undefined],
    ['Referer', values.get('e')],
    ['Cookie', cookies.join(';') || undefined],
    ['Content-Type', type],
  ];
  const names = new Set(own.map(([name]) => name.toLowerCase()));
  const shown = usual.flatMap(([name, value]): Field[] =>
    value === undefined || names.has(name.toLowerCase()) ? [] : [[name, value]],
  );
  return [...shown, ...own.filter(([, value]) => value !== '\0')].filter(
    ([name]) => isFirstHost || !/^(authorization|cookie)$/i.test(name),
  );
}

/** Returns the data of `-d` and its relatives. */
async function dataOf(process: ProcessContext, { given }: Options): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  for (const [name, text] of given) {
    if (!['d', 'data-raw', 'data-binary', 'data-urlencode', 'json'].includes(name)) continue;
    const part = name === 'data-urlencode' ? await encoded(process, text) : await plain(process, name, text);
    parts.push(...(parts.length > 0 && name !== 'json' ? [Buffer.from('&')] : []), part);
  }
  return parts.length === 0 ? undefined : Buffer.concat(parts);
}

async function plain(process: ProcessContext, name: string, text: string): Promise<Buffer> {
  if (name === 'data-raw' || !text.startsWith('@')) return Buffer.from(text);
  const data = await contentOf(process, text.slice(1));
  return name === 'd' ? Buffer.from(data.toString('latin1').replaceAll(/[\r\n\0]/g, ''), 'latin1') : data;
}

/** Encodes `content`, `=content`, `name=content`, `@file` or `name@file`. */
async function encoded(process: ProcessContext, text: string): Promise<Buffer> {
  const [, name = '', separator, rest = text] = /^([^=@]*)([=@])(.*)$/s.exec(text) ?? [];
  const content = separator === '@' ? (await contentOf(process, rest)).toString() : rest;
  const escaped = encodeURIComponent(content).replaceAll('%20', '+').replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`); // prettier-ignore
  return Buffer.from(name === '' ? escaped : `${name}=${escaped}`);
}

/** Returns the form of `-F` as `multipart/form-data`. */
async function formOf(
  process: ProcessContext,
  { given }: Options,
): Promise<{ data: Buffer; type: string } | undefined> {
  const fields = given.filter(([name]) => name === 'F' || name === 'form-string');
  if (fields.length === 0) return undefined;
  const form = new FormData();
  for (const [kind, text] of fields) {
    const [, name = '', sign = '', rest = ''] = /^([^=]*)=([@<]?)(.*)$/s.exec(text) ?? [];
    if (kind === 'form-string' || sign === '') form.append(name, kind === 'F' ? rest : `${sign}${rest}`);
    else {
      const [path = '', ...settings] = rest.split(';');
      const setting = (key: string): string | undefined =>
        settings.find((each) => each.startsWith(`${key}=`))?.slice(key.length + 1);
      const content = await contentOf(process, path);
      const type = setting('type') ?? 'application/octet-stream';
      if (sign === '<') form.append(name, content.toString());
      else form.append(name, new Blob([content], { type }), setting('filename') ?? path.split('/').at(-1));
    }
  }
  const response = new Response(form);
  return { data: Buffer.from(await response.arrayBuffer()), type: response.headers.get('content-type') ?? '' };
}

/** Reads a file, or the input for `-`. @throws CommandError with the exit code of curl */
async function contentOf(process: ProcessContext, name: string): Promise<Buffer> {
  if (name === '-') return readInput(process);
  try {
    return readFile(process, name);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`Failed to open ${name}`, 26);
  }
}
