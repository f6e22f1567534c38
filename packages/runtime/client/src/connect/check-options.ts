/** Rejects options of `connect` that a program in JavaScript can pass. Short, since it is part of every bundle. */
import { InputError } from '../error/index.js';
import type { ConnectOptions } from './connect-options.js';

/** @throws InputError `OPTION_UNKNOWN` or `OPTION_INVALID` */
export function checkOptions(options: ConnectOptions): void {
  const { host, context, tls, env, headers, userAgent, signal, middleware, ...others } = options;
  const { connections = 1, connectTimeout = 1, timeout = 0, ...unknown } = others;
  const [name] = Object.keys(unknown);
  if (name !== undefined)
    throw new InputError('OPTION_UNKNOWN', `connect has no option "${name}": see the type ConnectOptions.`);
  if (connections > 0 && connectTimeout > 0 && timeout >= 0) return;
  throw new InputError(
    'OPTION_INVALID',
    'connections, connectTimeout and timeout must be numbers above 0; no timeout is 0.',
  );
}
