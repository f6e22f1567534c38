/** Parses the Dockerfile instruction `HEALTHCHECK`, and merges the settings of image and container. */
import { BadRequest } from '@lading/server-v1.44';
import type { HealthConfig } from '@lading/types-v1.44';
import { listOf } from './expand-words.js';

const durations = { interval: 'Interval', timeout: 'Timeout', 'start-period': 'StartPeriod' } as const;
const flags = { ...durations, 'start-interval': 'StartInterval', retries: 'Retries' } as const;
const nanoseconds: Readonly<Record<string, number>> = { ns: 1, us: 1e3, ms: 1e6, s: 1e9, m: 60e9, h: 3600e9 };

/** The names of the flags. */
export const healthFlags: readonly string[] = Object.keys(flags);

/**
 * Parses the flags and what follows them, such as `CMD true`.
 * @throws BadRequest for invalid arguments, with the engine's messages
 */
export function healthcheckOf(given: ReadonlyMap<string, string>, rest: string): HealthConfig {
  const options = Object.assign(
    {},
    ...[...given].map(([name, value]) => optionOf(name, value)),
  ) as Partial<HealthConfig>;
  const [, type = '', command = ''] = /^(\S*)\s*([^]*)$/.exec(rest) ?? [];
  switch (type.toUpperCase()) {
    case '':
      throw new BadRequest('HEALTHCHECK requires at least one argument');
    case 'NONE':
      if (command !== '') throw new BadRequest('HEALTHCHECK NONE takes no arguments');
      return { Test: ['NONE'] };
    case 'CMD':
      return withoutZeros({ Test: testOf(command), ...options });
    default:
      throw new BadRequest(`Unknown type "${type.toUpperCase()}" in HEALTHCHECK (try CMD)`);
  }
}

/** Merges the settings: a zero or empty setting of the request means that of the image. */
export function inheritHealthcheck(
  ofImage: HealthConfig | null | undefined,
  ofRequest: HealthConfig | null | undefined,
): HealthConfig | undefined {
  if (!ofImage && !ofRequest) return undefined;
  return { ...withoutZeros(ofImage ?? {}), ...withoutZeros(ofRequest ?? {}) };
}

function withoutZeros(health: HealthConfig): HealthConfig {
  return Object.fromEntries(
    Object.entries(health).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : Boolean(value))),
  );
}

function optionOf(name: string, value: string): Partial<HealthConfig> {
  if (value === '') throw new BadRequest(`missing a value on flag: ${name}`);
  const key = flags[name as keyof typeof flags];
  return { [key]: key === 'Retries' ? retriesOf(value) : durationOf(name, value) };
}

function retriesOf(text: string): number {
  if (!/^[+-]?\d+$/.test(text)) throw new BadRequest(`strconv.ParseInt: parsing "${text}": invalid syntax`);
  if (Number(text) < 0) throw new BadRequest(`--retries cannot be negative (${Number(text)})`);
  return Number(text);
}

/** Converts a duration such as `1m30s` to nanoseconds. */
function durationOf(name: string, text: string): number {
  if (!/^[+-]?(0|((\d+(\.\d*)?|\.\d+)(ns|[uµμ]s|ms|s|m|h))+)$/.test(text))
    throw new BadRequest(`time: ${durationProblem(text)} duration ${JSON.stringify(text)}`);
  const parts = text.matchAll(/([\d.]+)(\D{1,2}?)(?=[\d.]|$)/g);
  const sum = [...parts].reduce(
    (total, [, count, unit = '']) => total + Number(count) * (nanoseconds[unit.replace(/[µμ]/, 'u')] ?? 0),
    0,
  );
  if (sum !== 0 && (text.startsWith('-') || sum < 1e6))
    throw new BadRequest(`Interval "${name}" cannot be less than 1ms`);
  return Math.round(sum);
}

/** Says what is wrong with a duration, up to the word `duration`. */
function durationProblem(text: string): string {
  for (const [, number = '', unit = ''] of text.replace(/^[+-]/, '').matchAll(/([\d.]*)([^\d.]*)/g)) {
    if (!/\d/.test(number)) return 'invalid';
    if (unit === '') return 'missing unit in';
    if (!Object.hasOwn(nanoseconds, unit.replace(/[µμ]/, 'u'))) return `unknown unit ${JSON.stringify(unit)} in`;
  }
  return 'invalid';
}

function testOf(command: string): string[] {
  const words = listOf(command);
  if (command === '' || words?.length === 0) throw new BadRequest('Missing command after HEALTHCHECK CMD');
  // A string that is not JSON is a shell command.
  return words === undefined ? ['CMD-SHELL', command] : ['CMD', ...words];
}
