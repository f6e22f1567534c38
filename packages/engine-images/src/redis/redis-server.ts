/** The program `redis-server`, and `valkey-server`. */
import type { ProgramContext } from '@lading/engine';
import { shortTime } from '../serve/log-time.js';
import { untilStopped } from '../serve/until-stopped.js';
import { splitWords } from './read-commands.js';
import { Server, settingsWithoutEffect, type Product } from './server.js';
import { restoreDatabases, storeDatabases } from './snapshot.js';

const defaults: readonly (readonly [string, string])[] = [
  ['port', '6379'],
  ['bind', '* -::*'],
  ['databases', '16'],
  ['requirepass', ''],
  ['save', '3600 1 300 100 60 10000'],
  ['appendonly', 'no'],
  ['appendfsync', 'everysec'],
  ['dir', '/data'],
  ['dbfilename', 'dump.rdb'],
  ['maxmemory', '0'],
  ['maxmemory-policy', 'noeviction'],
  ['maxclients', '10000'],
  ['timeout', '0'],
  ['notify-keyspace-events', ''],
  ['protected-mode', 'no'],
  ['loglevel', 'notice'],
  ['lua-time-limit', '5000'],
];

/** @returns the exit code */
export async function redisServer(context: ProgramContext, product: Product): Promise<number> {
  const { args, files, stdout } = context;
  if (args.includes('--version') || args.includes('-v')) {
    await stdout.write(
      `${titleOf(product)} server v=${product.version} sha=00000000:0 malloc=lading bits=64 build=0\n`,
    );
    return 0;
  }
  const log = (role: string, mark: string, text: string): Promise<void> =>
    stdout.write(`1:${role} ${shortTime(context.now())} ${mark} ${text}\n`);
  const file = args[0]?.startsWith('-') === false ? args[0] : undefined;
  const content = file === undefined ? undefined : files.read(file)?.toString('latin1');
  const name = titleOf(product);
  await log('C', '*', `oO0OoO0OoO0Oo ${name} is starting oO0OoO0OoO0Oo`);
  await log('C', '*', `${name} version=${product.version}, bits=64, commit=00000000, modified=0, pid=1, just started`);
  if (file !== undefined && content === undefined) {
    await log('C', '#', `Fatal error, can't open config file '${file}': No such file or directory`);
    return 1;
  }
  const config = new Map(defaults);
  const settings = [...(content?.split('\n') ?? []), ...optionLines(args.slice(file === undefined ? 0 : 1))];
  const unknown = readSettings(settings, config);
  if (content === undefined && args.length === 0)
    await log(
      'C',
      '#',
      `Warning: no config file specified, using the default config. In order to specify a config file use ${context.name} /path/to/${product.name}.conf`,
    );
  else await log('C', '*', 'Configuration loaded');
  await log('M', '*', `lading: ${product.name} is simulated`);
  for (const each of unknown) await log('M', '#', `lading: the setting ${each} has no effect`);

  const path = `${config.get('dir')}/${config.get('dbfilename')}`;
  let stop: (saves: boolean) => void = () => undefined;
  const stopped = new Promise<boolean>((resolve) => (stop = resolve));
  let saving: NodeJS.Timeout | undefined;
  const server: Server = new Server({
    product,
    config,
    now: context.now,
    onSave: () => files.write(path, Buffer.from(storeDatabases(server.databases), 'utf8')),
    onStop: (saves) => stop(saves),
    onLog: (mark, text) => void ('*#'.includes(mark) && log('M', mark, text)),
    onChange() {
      if (server.config.get('appendonly') !== 'yes') return;
      saving ??= setTimeout(() => {
        saving = undefined;
        server.save();
      }, 20);
    },
  });
  const stored = files.read(path);
  if (stored !== undefined) {
    const keys = restoreDatabases(stored.toString('utf8'), server.databases);
    if (keys === undefined) await log('M', '#', `lading: ${path} is not read: it is the file of a real server`);
    else await log('M', '*', `DB loaded from disk: 0.000 seconds (keys loaded: ${keys})`);
  }
  server.changes = 0;
  await log('M', '*', `Running mode=standalone, port=${server.port}.`);
  await log('M', '*', 'Server initialized');
  context.listen(server.port, (connection) => server.connect(connection));
  await log('M', '*', 'Ready to accept connections tcp');
  // Keys that expire end the waits and watches of clients.
  const timer = setInterval(() => server.databases.forEach((database) => database.removeExpired()), 100);
  const signal = untilStopped(context, ['TERM', 'INT']);
  const saves = await Promise.race([signal.then((each) => each !== undefined), stopped]);
  clearInterval(timer);
  clearTimeout(saving);
  server.close();
  if (context.signal.aborted) return 0;
  await log('M', '*', 'User requested shutdown...');
  if (saves && server.config.get('save') !== '') {
    await log('M', '*', 'Saving the final RDB snapshot before exiting.');
    server.save();
    await log('M', '*', 'DB saved on disk');
  }
  await log('M', '#', `${name} is now ready to exit, bye bye...`);
  return 0;
}

function titleOf({ name }: Product): string {
  return name === 'redis' ? 'Redis' : 'Valkey';
}

/** Returns the options of the command line as lines of a file: `--save 60 1` is `save 60 1`. */
function optionLines(args: readonly string[]): string[] {
  const lines: string[][] = [];
  for (const word of args) {
    if (word.startsWith('--')) lines.push([word.slice(2)]);
    else lines.at(-1)?.push(JSON.stringify(word));
  }
  return lines.map((words) => words.join(' '));
}

/** @returns the names of settings without an effect */
function readSettings(lines: readonly string[], config: Map<string, string>): string[] {
  const unknown: string[] = [];
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line)) continue;
    const [name = '', ...values] = splitWords(line.trim());
    const lower = name.toLowerCase();
    const value = lower === 'maxmemory' ? bytesOf(values[0] ?? '') : values.join(' ');
    const isOff = !settingsWithoutEffect.has(lower) || settingsWithoutEffect.get(lower) === value;
    if (!config.has(lower) || !isOff) unknown.push(lower);
    if (config.has(lower)) config.set(lower, value);
  }
  return unknown;
}

/** Returns a size such as `100mb` in bytes: `k` is 1000, and `kb` 1024. */
function bytesOf(text: string): string {
  const [, count = '0', unit = '', isBinary] = /^(\d+)([kmg]?)(b?)$/i.exec(text) ?? [];
  const power = ' kmg'.indexOf(unit.toLowerCase() || ' ');
  return String(Number(count) * (isBinary ? 1024 : 1000) ** power);
}
