/** The entry point of the image: it creates a data folder, runs the scripts of users, and serves. */
import { gunzipSync } from 'node:zlib';
import type { ProgramContext } from '@lading/engine';
import { zoneTime } from '../serve/log-time.js';
import { MissingPackage } from '../serve/optional-package.js';
import { untilStopped } from '../serve/until-stopped.js';
import { quoted } from './connection.js';
import { readDataFolder, writeDataFolder } from './data-folder.js';
import { PGliteThread } from './database.js';
import { DatabaseServer } from './database-server.js';
import { query } from './messages.js';
import { hasDataLine, initCompleteLine, initLines, superuserHelp } from './log-lines.js';

export const socketFile = '/var/run/postgresql/.s.PGSQL.5432';
const scripts = '/docker-entrypoint-initdb.d';

/** @returns the exit code */
export async function entrypoint(context: ProgramContext): Promise<number> {
  const { args } = context;
  const words = args[0]?.startsWith('-') === true ? ['postgres', ...args] : [...args];
  return words[0] === 'postgres' ? postgres({ ...context, args: words.slice(1) }) : context.run(words);
}

/** The data that servers store after their end: SIGKILL ends a process at once, and loses nothing that was committed. */
const lastSaves = new Set<Promise<void>>();

/** @returns the exit code */
export async function postgres(context: ProgramContext): Promise<number> {
  const { args, env, files, stdout, stderr } = context;
  if (args.includes('--version') || args.includes('-V')) {
    await stdout.write(`postgres (PostgreSQL) ${env['PG_VERSION'] ?? '18.6'}\n`);
    return 0;
  }
  const folder = env['PGDATA'] ?? '/var/lib/postgresql/data';
  const user = variable(context, 'POSTGRES_USER') || 'postgres';
  const password = variable(context, 'POSTGRES_PASSWORD');
  const database = variable(context, 'POSTGRES_DB') || user;
  const isTrusted = env['POSTGRES_HOST_AUTH_METHOD'] === 'trust';
  const settings = settingsOf(args);
  await Promise.all(lastSaves);
  const stored = readDataFolder(files, folder);
  if (stored === undefined && password === '' && !isTrusted) {
    await stderr.write(superuserHelp);
    return 1;
  }
  let thread: PGliteThread;
  try {
    thread = new PGliteThread();
  } catch (error) {
    if (!(error instanceof MissingPackage)) throw error;
    await stderr.write(`lading: the image postgres needs PGlite: ${error.message}\n`);
    return 1;
  }
  const log = (level: string, text: string): void =>
    void stderr.write(`${zoneTime(context.now())} [1] ${level}:  ${text.replaceAll('\n', '\n\t')}\n`);
  const save = async (): Promise<void> => {
    if (!context.signal.aborted) writeDataFolder(files, folder, await thread.collect());
  };
  const serverOf = (opened: string): DatabaseServer =>
    new DatabaseServer({ thread, user, database: opened, settings, isTrusted, log, onIdle: save });
  let isInitialized = stored !== undefined;
  let last: Promise<void> | undefined;
  const finish = (): Promise<void> => {
    const end = async (): Promise<void> => {
      // The files may be gone, with the container or with the engine.
      if (isInitialized)
        await thread
          .close()
          .then((changes) => writeDataFolder(files, folder, changes))
          .catch(() => undefined);
      await thread.end();
    };
    if (last !== undefined) return last;
    const started = end().finally(() => lastSaves.delete(started));
    lastSaves.add(started);
    return (last = started);
  };
  const stopped = untilStopped(context);
  try {
    if (stored === undefined) {
      await stdout.write(initLines(folder));
      files.makeFolder(folder);
      await thread.create(settings);
      const code = await initialize(context, { thread, server: serverOf('postgres'), user, password, database, log });
      if (code !== 0) return code;
      await stdout.write(initCompleteLine);
      await thread.open({ user, database, settings });
      isInitialized = true;
      await save();
    } else {
      await stdout.write(hasDataLine);
      await thread.open({ files: stored, user, database, settings });
    }
    const server = serverOf(database);
    log('LOG', `starting PostgreSQL ${env['PG_VERSION'] ?? ''} (lading: PGlite)`);
    const port = 5432;
    log('LOG', `listening on IPv4 address "0.0.0.0", port ${port}`);
    log('LOG', `listening on IPv6 address "::", port ${port}`);
    log('LOG', `listening on Unix socket "${socketFile}"`);
    context.listen(port, (connection) => server.connect(connection, false));
    context.listen(socketFile, (connection) => server.connect(connection, true));
    log('LOG', 'database system is ready to accept connections');
    const signal = await stopped;
    server.close();
    if (signal === undefined) return 0;
    log('LOG', `received ${signal === 'TERM' ? 'smart' : signal === 'INT' ? 'fast' : 'immediate'} shutdown request`);
    log('LOG', 'shutting down');
    await finish();
    await stderr.write(`${zoneTime(context.now())} [1] LOG:  database system is shut down\n`);
    return 0;
  } finally {
    await finish();
  }
}

interface Initialization {
  readonly thread: PGliteThread;
  readonly server: DatabaseServer;
  readonly user: string;
  readonly password: string;
  readonly database: string;
  readonly log: (level: string, text: string) => void;
}

/** Creates the user and the database, and runs the scripts of users while the server listens on its socket file only. */
async function initialize(
  context: ProgramContext,
  { thread, server, user, password, database, log }: Initialization,
): Promise<number> {
  const { stdout, files } = context;
  const name = `"${user.replaceAll('"', '""')}"`;
  const owner = 'SUPERUSER CREATEDB CREATEROLE REPLICATION BYPASSRLS LOGIN';
  const secret = password === '' ? '' : ` PASSWORD ${quoted(password)}`;
  const statements = [`${user === 'postgres' ? 'ALTER' : 'CREATE'} ROLE ${name} WITH ${owner}${secret}`];
  if (database !== 'postgres') statements.push(`CREATE DATABASE "${database.replaceAll('"', '""')}" OWNER ${name}`);
  for (const sql of statements) await thread.run(query(sql));
  await stdout.write('waiting for server to start....');
  log('LOG', `listening on Unix socket "${socketFile}"`);
  log('LOG', 'database system is ready to accept connections');
  await stdout.write(' done\nserver started\n');
  if (database !== 'postgres') await stdout.write('CREATE DATABASE\n\n\n');
  const stop = context.listen(socketFile, (connection) => server.connect(connection, true));
  try {
    const all = files.list(scripts);
    if (all.length === 0) await stdout.write(`/usr/local/bin/docker-entrypoint.sh: ignoring ${scripts}/*\n\n`);
    const sql = [
      'psql',
      '-v',
      'ON_ERROR_STOP=1',
      '--no-password',
      '--no-psqlrc',
      '--username',
      user,
      '--dbname',
      database,
    ];
    const environment = { PGUSER: user, PGDATABASE: database };
    for (const each of all) {
      const path = `${scripts}/${each}`;
      const note = (text: string): Promise<void> =>
        stdout.write(`/usr/local/bin/docker-entrypoint.sh: ${text} ${path}\n`);
      let code = 0;
      if (each.endsWith('.sh')) {
        await note('running');
        code = await context.run(['sh', path], environment);
      } else if (each.endsWith('.sql')) {
        await note('running');
        code = await context.run([...sql, '-f', path]);
      } else if (each.endsWith('.sql.gz')) {
        await note('running');
        const unpacked = `/tmp/${each.slice(0, -3)}`;
        files.write(unpacked, gunzipSync(files.read(path) ?? Buffer.alloc(0)));
        code = await context.run([...sql, '-f', unpacked]);
        files.remove(unpacked);
      } else await note('ignoring');
      if (code !== 0) return code;
      await stdout.write('\n');
    }
  } finally {
    stop();
    server.close();
  }
  await stdout.write('waiting for server to shut down....');
  log('LOG', 'received fast shutdown request');
  log('LOG', 'database system is shut down');
  await stdout.write(' done\nserver stopped\n');
  return 0;
}

/** Returns a variable, or the content of the file that `NAME_FILE` names. */
function variable({ env, files }: ProgramContext, name: string): string {
  const file = env[`${name}_FILE`];
  return env[name] ?? (file === undefined ? '' : (files.read(file)?.toString().trimEnd() ?? ''));
}

/** Reads `-c name=value` and `--name=value`. */
function settingsOf(args: readonly string[]): string[] {
  return args.flatMap((word, index) => {
    if (word === '-c') return args[index + 1] ?? [];
    const [, inline] = /^(?:-c|--)([\w.-]+=.*)$/.exec(word) ?? [];
    return inline ?? [];
  });
}
