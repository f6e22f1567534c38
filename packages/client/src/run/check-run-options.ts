/** Rejects invalid options of `run`, which a program in JavaScript can pass. */
import { checkNames, invalidOption } from '../unknown-option.js';

const names = [
  'image',
  'command',
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
  env: "create: { Env: ['NAME=value'] }",
  user: 'create: { User }',
  volumes: "create: { HostConfig: { Binds: ['/here:/there'] } }",
  ports: 'create: { HostConfig: { PortBindings } }',
  authconfig: 'credentials',
  timeout: 'signal: AbortSignal.timeout(milliseconds)',
};

/** @throws InputError `OPTION_UNKNOWN` or `OPTION_INVALID` */
export function checkRunOptions(options: object): void {
  checkNames('run', options, names, meant);
  const { image, command, pull = 'never' } = options as Readonly<Record<string, unknown>>;
  if (typeof image !== 'string') throw invalidOption('run: image', 'a string', image);
  if (command !== undefined && !Array.isArray(command))
    throw invalidOption('run: command', "an array, such as ['sh', '-c', 'date']", command);
  if (!['never', 'missing', 'always'].includes(pull as string))
    throw invalidOption('run: pull', '"never", "missing" or "always"', pull);
}
