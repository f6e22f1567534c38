/** The headers of responses: those that directives add, the charset, the expiry, and compression. */
import { statusText } from './pages.js';
import type { Exchange } from './exchange.js';

/** Sets the headers that directives add. @returns the media type with its charset */
export function prepare(exchange: Exchange, status: number, type = ''): string {
  const { response } = exchange;
  response.setHeader('Server', exchange.version);
  if (status !== 200) response.statusMessage = statusText(status);
  const isUsual = [200, 201, 204, 206, 301, 302, 303, 304, 307, 308].includes(status);
  const expires = exchange.args('expires');
  if (expires !== undefined && isUsual) setExpiry(exchange, expires);
  for (const {
    args: [name = '', value = '', always],
  } of exchange.all('add_header')) {
    const text = exchange.value(value);
    if (text === '' || !(isUsual || always === 'always')) continue;
    if (/^(etag|last-modified)$/i.test(name)) response.setHeader(name, text);
    else response.appendHeader(name, text);
  }
  const charset = status >= 300 && status < 400 ? 'off' : exchange.value(exchange.argument('charset') ?? 'off');
  const types = exchange.args('charset_types') ?? [
    'text/xml',
    'text/plain',
    'text/vnd.wap.wml',
    'application/javascript',
    'application/rss+xml',
  ];
  const hasCharset = type === 'text/html' || types.includes(type) || (types.includes('*') && !type.includes(';'));
  return charset === 'off' || charset === '' || !hasCharset ? type : `${type}; charset=${charset}`;
}

const units: Readonly<Record<string, number>> = {
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  M: 2_592_000,
  y: 31_536_000,
};

/** Reads a duration such as `1h 30m`, in seconds. @returns undefined for another text */
export function durationOf(text: string): number | undefined {
  if (!/^\s*(\d+(ms|[smhdwMy])?\s*)+$/.test(text)) return undefined;
  return [...text.matchAll(/(\d+)(ms|[smhdwMy]?)/g)].reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (units[unit || 's'] ?? 1),
    0,
  );
}

function setExpiry(exchange: Exchange, args: readonly string[]): void {
  const { context, response, path } = exchange;
  const isFromChange = args[0] === 'modified';
  const value = exchange.value(args.at(-1) ?? 'off');
  const now = context.now();
  const set = (moment: number, control: string): void => {
    response.setHeader('Expires', new Date(moment).toUTCString());
    response.setHeader('Cache-Control', control);
  };
  if (value === 'epoch') return set(1000, 'no-cache');
  if (value === 'max') return set(Date.UTC(2037, 11, 31, 23, 55, 55), 'max-age=315360000');
  const [, sign = '', text = ''] = /^([-+@]?)(.*)$/.exec(value) ?? [];
  const length = durationOf(text);
  if (length === undefined) return;
  const day = 86_400_000;
  const today = now - (now % day) + length * 1000;
  const origin = isFromChange ? (context.files.modifiedAt(exchange.fileOf(path)) ?? now) : now;
  const moment = sign === '@' ? (today > now ? today : today + day) : origin + (sign === '-' ? -length : length) * 1000;
  const left = Math.floor((moment - now) / 1000);
  set(moment, left < 0 || sign === '-' ? 'no-cache' : `max-age=${left}`);
}

/** Whether `gzip` names a response, and the headers of one that it does. */
export function compression(exchange: Exchange, status: number, type: string, length: number | undefined) {
  const types = ['text/html', ...(exchange.args('gzip_types') ?? [])];
  const isChosen =
    exchange.argument('gzip') === 'on' &&
    [200, 403, 404].includes(status) &&
    (length ?? Number.POSITIVE_INFINITY) >= Number(exchange.argument('gzip_min_length') ?? 20) &&
    (types.includes(type) || types.includes('*'));
  const accepted = exchange.header('accept_encoding');
  const isThroughProxy = exchange.header('via') !== '' && (exchange.argument('gzip_proxied') ?? 'off') === 'off';
  const isAccepted =
    /(?:^|[\s,])gzip(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) &&
    exchange.request.httpVersion >= (exchange.argument('gzip_http_version') ?? '1.1');
  return {
    isCompressed: isChosen && isAccepted && !isThroughProxy && exchange.method !== 'HEAD',
    vary: isChosen && exchange.argument('gzip_vary') === 'on' ? { Vary: 'Accept-Encoding' } : {},
  };
}
