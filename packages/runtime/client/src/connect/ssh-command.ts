/** Builds the arguments of the ssh program that connect its standard streams to the socket of a remote engine. */
import type { SshTarget } from './connect-options.js';

/**
 * Returns the arguments of `ssh`. The host follows `--`, so that it is not read as an option; the remote command is
 * `docker system dial-stdio`, which exists since 18.09.
 *
 * @param timeout for the connection, in milliseconds
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

// ssh joins the arguments after the host by spaces and passes them to the shell of the remote user.
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
