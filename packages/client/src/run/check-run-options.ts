/** Rejects invalid options of `run`, which a program in JavaScript can pass. */
import { checkNames, invalidOption } from '../unknown-option.js';

const names = [
  'image',
  'command',
  'env',
  'ports',
  'stdin',
  'stdout',
  'stderr',
  'remove',
  'create',
  'name',
  'platform',
  'pull',
  'credentials',
  'signal',
  'removeTimeout',
  'onRemoved',
];

const meant = {
  cmd: 'command',
  Cmd: 'command',
  args: 'command',
  environment: 'env',
  Env: 'env',
  user: 'create: { User }',
  volumes: "create: { HostConfig: { Binds: ['/here:/there'] } }",
  authconfig: 'credentials',
  timeout: 'signal: AbortSignal.timeout(milliseconds)',
};

/** @throws InputError `OPTION_UNKNOWN` or `OPTION_INVALID` */
export function checkRunOptions(options: object): void {
  checkNames('run', options, names, meant);
  const { image, command, env, ports, pull = 'never' } = options as Readonly<Record<string, unknown>>;
  if (typeof image !== 'string') throw invalidOption('run: image', 'a string', image);
  if (command !== undefined && typeof command !== 'string' && !Array.isArray(command))
    throw invalidOption('run: command', "a string or an array, such as ['sh', '-c', 'date']", command);
  if (env !== undefined && !isRecordOf(env, (value) => typeof value === 'string'))
    throw invalidOption('run: env', "an object of strings, such as { NAME: 'value' }", env);
  if (ports !== undefined && !isRecordOf(ports, isPort))
    throw invalidOption('run: ports', 'an object of ports, such as { 80: 8080 }', ports);
  if (!['never', 'missing', 'always'].includes(pull as string))
    throw invalidOption('run: pull', '"never", "missing" or "always"', pull);
}

function isRecordOf(value: unknown, isWanted: (value: unknown) => boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const isPlain = [Object.prototype, null].includes(Object.getPrototypeOf(value) as null);
  return isPlain && Object.values(value).every(isWanted);
}

function isPort(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 65_536;
}
