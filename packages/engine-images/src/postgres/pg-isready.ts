/** The program `pg_isready`. */
import type { ProgramContext } from '@lading/engine';
import { readyOptions } from './option-tables.js';
import { OptionError, readOptions, settingsFrom } from './options.js';

/** @returns 0 if the server accepts connections, 2 if it does not respond, 3 for options that it does not have */
export async function pgIsReady(context: ProgramContext): Promise<number> {
  let options;
  try {
    options = readOptions(context.args, readyOptions);
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    await context.stderr.write(error.message);
    return 3;
  }
  const { host, port } = settingsFrom(context, options);
  const place = `${host}:${port}`;
  const isQuiet = options.flags.has('q');
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
