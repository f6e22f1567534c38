/** Rejects invalid options of `connect`, which a program in JavaScript can pass. */
import { invalidOption, unknownOption } from './unknown-option.js';

const optionNames = [
  'host',
  'context',
  'tls',
  'env',
  'headers',
  'connections',
  'connectTimeout',
  'userAgent',
  'signal',
  'timeout',
  'middleware',
  'version',
  'unsupported',
  'retries',
];

/** The options of other clients, and what is meant. */
const meant: Readonly<Record<string, string>> = {
  socketPath: 'host: "unix:///path/of/the.sock"',
  socket: 'host: "unix:///path/of/the.sock"',
  baseUrl: 'host',
  url: 'host',
  base_url: 'host',
  protocol: 'host: "tcp://…" or "https://…"',
  port: 'host: "tcp://name:2375"',
  ca: 'tls: { ca }',
  cert: 'tls: { cert }',
  key: 'tls: { key }',
  apiVersion: 'version',
  Promise: 'nothing, since calls return promises',
};

/** @throws InputError `OPTION_UNKNOWN` or `OPTION_INVALID` */
export function checkOptions(options: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue;
    if (!optionNames.includes(name)) throw unknownOption('connect', name, optionNames, meant);
    const expected = expectation(name, value);
    if (expected !== undefined) throw invalidOption(`The option "${name}"`, expected, value);
  }
}

function expectation(name: string, value: unknown): string | undefined {
  switch (name) {
    case 'connections':
      return Number.isInteger(value) && (value as number) > 0 ? undefined : 'an integer above 0';
    case 'connectTimeout':
      return isMilliseconds(value) && value > 0 ? undefined : 'a number of milliseconds above 0';
    case 'timeout':
      return isMilliseconds(value) ? undefined : 'a number of milliseconds, or 0 for no limit';
    case 'retries':
      return Number.isInteger(value) && (value as number) >= 0 ? undefined : 'an integer, or 0 for none';
    case 'unsupported':
      return ['refuse', 'warn', 'drop', 'send'].includes(value as string)
        ? undefined
        : '"refuse", "warn", "drop" or "send"';
    case 'host':
    case 'context':
    case 'userAgent':
    case 'version':
      return typeof value === 'string' ? undefined : 'a string';
    case 'signal':
      // Not by its class: test environments have several.
      return typeof (value as Partial<AbortSignal> | null)?.aborted === 'boolean' ? undefined : 'an AbortSignal';
    case 'middleware':
      return Array.isArray(value) && value.every((one) => typeof one === 'function')
        ? undefined
        : 'an array of functions';
    default:
      return typeof value === 'object' && value !== null ? undefined : 'an object';
  }
}

/** Timers accept at most 2³¹ - 1 milliseconds, 24 days. */
function isMilliseconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < 2 ** 31;
}
