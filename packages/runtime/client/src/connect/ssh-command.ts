/** The arguments for the system's ssh program that bridge its standard streams to a remote engine's socket. */
import type { SshTarget } from './connect-options.js';

/**
 * What follows `ssh`. The host stands after `--`, so that none is taken for an option; the remote command is
 * `docker system dial-stdio`, which exists from 18.09 on.
 * @param timeout - for the connection, in milliseconds
 */
export function sshCommand(target: SshTarget, timeout: number): readonly string[] {
  const { host, user, port, socketPath } = target;
  return [
    '-o',
    `ConnectTimeout=${Math.max(1, Math.ceil(timeout / 1000))}`,
    '-T',
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', String(port)]),
    '--',
    host,
    'docker',
    ...(socketPath === undefined ? [] : [quoted(`--host=unix://${socketPath}`)]),
    'system',
    'dial-stdio',
  ];
}

// ssh joins what follows the host by blanks and gives it to the remote user's shell.
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
