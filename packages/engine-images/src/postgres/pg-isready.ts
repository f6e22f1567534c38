/** The program `pg_isready`. */
import type { ProgramContext } from '@lading/engine';
import { readOptions, settingsFrom } from './options.js';

/** @returns 0 if the server accepts connections, 2 if it does not respond */
export async function pgIsReady(context: ProgramContext): Promise<number> {
  const options = readOptions(context.args);
  const { host, port } = settingsFrom(context, options);
  const place = host.startsWith('/') ? `${host}:${port}` : `${host}:${port}`;
  const isQuiet = options.flags.has('q') || options.flags.has('quiet');
  let isReady = true;
  try {
    const connection = host.startsWith('/')
      ? context.connectFile(`${host}/.s.PGSQL.${port}`)
      : context.connect(host, port);
    connection.on('error', () => undefined);
    connection.destroy();
  } catch {
    isReady = false;
  }
  if (!isQuiet) await context.stdout.write(`${place} - ${isReady ? 'accepting connections' : 'no response'}\n`);
  return isReady ? 0 : 2;
}
