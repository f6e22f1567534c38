/** Commands of the server itself. */
import { randomBytes } from 'node:crypto';
import { command, noReply, type Commands } from '../command.js';
import { matchesGlob } from '../glob.js';
import { ErrorReply, MapReply, nullArray, ok, refused, SimpleReply, type Reply } from '../reply.js';
import type { Client, ClientServer } from '../client.js';

const categories =
  'keyspace read write set sortedset list hash string bitmap hyperloglog geo stream pubsub admin fast slow blocking dangerous connection transaction scripting'.split(
    ' ',
  );

function infoText(server: ClientServer, sections: readonly string[]): string {
  const { product, databases, clients } = server;
  const seconds = Math.floor((server.now() - server.started) / 1000);
  const all: Readonly<Record<string, Readonly<Record<string, string | number>>>> = {
    Server: {
      [`${product.name}_version`]: product.version,
      ...(product.name === 'valkey' && { server_name: 'valkey', redis_version: '7.2.4' }),
      [`${product.name}_mode`]: 'standalone',
      redis_mode: 'standalone',
      os: 'Linux (simulated by lading)',
      arch_bits: 64,
      process_id: 1,
      tcp_port: server.port,
      run_id: server.runId,
      uptime_in_seconds: seconds,
      uptime_in_days: Math.floor(seconds / 86_400),
    },
    Clients: {
      connected_clients: clients.size,
      maxclients: 10_000,
      blocked_clients: server.blocked.size,
    },
    Memory: { used_memory: 1_048_576, used_memory_human: '1.00M', maxmemory: 0, maxmemory_policy: 'noeviction' },
    Persistence: {
      loading: 0,
      rdb_changes_since_last_save: server.changes,
      rdb_bgsave_in_progress: 0,
      rdb_last_save_time: server.lastSave,
      rdb_last_bgsave_status: 'ok',
      aof_enabled: server.config.get('appendonly') === 'yes' ? 1 : 0,
    },
    Stats: {
      total_connections_received: server.connections,
      total_commands_processed: server.commands,
      keyspace_hits: 0,
      keyspace_misses: 0,
      pubsub_channels: 0,
    },
    Replication: {
      role: 'master',
      connected_slaves: 0,
      master_failover_state: 'no-failover',
      master_replid: server.runId,
      master_repl_offset: 0,
    },
    CPU: { used_cpu_sys: 0, used_cpu_user: 0 },
    Cluster: { cluster_enabled: 0 },
    Keyspace: Object.fromEntries(
      databases.flatMap((database, index) =>
        database.size === 0 ? [] : [[`db${index}`, `keys=${database.size},expires=${database.expiring},avg_ttl=0`]],
      ),
    ),
  };
  const wanted = sections
    .map((each) => each.toLowerCase())
    .filter((each) => !['all', 'default', 'everything'].includes(each));
  return Object.entries(all)
    .filter(([name]) => wanted.length === 0 || wanted.includes(name.toLowerCase()))
    .map(
      ([name, values]) =>
        `# ${name}\r\n${Object.entries(values)
          .map(([key, value]) => `${key}:${value}\r\n`)
          .join('')}`,
    )
    .join('\r\n');
}

function config({ server }: Client, [name = '', ...words]: readonly string[]): Reply {
  const action = name.toUpperCase();
  if (action === 'GET')
    return new MapReply(
      [...server.config].filter(([key]) => words.some((pattern) => matchesGlob(pattern.toLowerCase(), key))),
    );
  if (action === 'SET') {
    for (let index = 0; index < words.length; index += 2)
      server.configure((words[index] ?? '').toLowerCase(), words[index + 1] ?? '');
    return ok;
  }
  if (action === 'RESETSTAT' || action === 'REWRITE') return ok;
  throw new ErrorReply(`ERR unknown subcommand '${name}'. Try CONFIG HELP.`);
}

const noReplicas = (_client: Client, [host = '', port = '']: readonly string[]): Reply =>
  `${host} ${port}`.toUpperCase() === 'NO ONE' ? ok : refused('replicas are');
/** The commands of Redis that are missing here, each by its name. */
const missing = `bitfield bitfield_ro dump fcall fcall_ro geoadd geodist geohash geopos georadius georadius_ro
  georadiusbymember georadiusbymember_ro geosearch geosearchstore lcs migrate monitor psync restore sync`.split(/\s+/);

export const serverCommands: Commands = {
  info: command(-1, ({ server }, sections) => infoText(server, sections)),
  config: command(-2, config),
  command: command(-1, ({ server }, [name = '', ...words]) => {
    const action = name.toUpperCase();
    if (action === 'COUNT') return Object.keys(server.table).length;
    if (action === 'LIST') return Object.keys(server.table);
    if (action === 'DOCS') return new MapReply([]);
    if (action !== '' && action !== 'INFO') throw refused(`COMMAND ${action} is`);
    const names = words.length > 0 ? words.map((each) => each.toLowerCase()) : Object.keys(server.table);
    return names.map((each) => {
      const found = Object.hasOwn(server.table, each) ? server.table[each] : undefined;
      return found === undefined ? nullArray : [each, found.arity, [], 0, 0, 0];
    });
  }),
  time: command(1, ({ server }) => [String(Math.floor(server.now() / 1000)), String((server.now() % 1000) * 1000)]),
  save: command(1, ({ server }) => {
    server.save();
    return ok;
  }),
  bgsave: command(-1, ({ server }) => {
    server.save();
    return new SimpleReply('Background saving started');
  }),
  bgrewriteaof: command(1, () => new SimpleReply('Background append only file rewriting started')),
  lastsave: command(1, ({ server }) => server.lastSave),
  shutdown: command(-1, ({ server }, [mode]) => {
    server.stop(mode?.toUpperCase() !== 'NOSAVE');
    return noReply;
  }),
  role: command(1, () => ['master', 0, []]),
  wait: command(3, () => 0),
  waitaof: command(4, () => [0, 0]),
  memory: command(-2, ({ database }, [name = '', key = '']) => {
    const action = name.toUpperCase();
    if (action === 'PURGE') return ok;
    if (action !== 'USAGE') throw refused(`MEMORY ${action} is`);
    const entry = database.entry(key);
    return entry === undefined ? null : 64 + (entry.type === 'string' ? entry.value.length : 0);
  }),
  acl: command(-2, (_client, [name = '']) => {
    const action = name.toUpperCase();
    if (action === 'WHOAMI') return 'default';
    if (action === 'USERS') return ['default'];
    if (action === 'LIST') return ['user default on sanitize-payload ~* &* +@all'];
    if (action === 'GENPASS') return randomBytes(32).toString('hex');
    if (action === 'CAT') return categories;
    throw refused('users other than default are');
  }),
  slowlog: command(-2, (_client, [name = '']) =>
    name.toUpperCase() === 'LEN' ? 0 : name.toUpperCase() === 'GET' ? [] : ok,
  ),
  latency: command(-2, (_client, [name = '']) => {
    const action = name.toUpperCase();
    if (action === 'RESET') return 0;
    if (action === 'LATEST' || action === 'HISTORY') return [];
    throw refused(`LATENCY ${action} is`);
  }),
  // A real server refuses it as well, unless its settings allow it.
  debug: command(-2, () => refused('DEBUG is')),
  module: command(-2, (_client, [name = '']) => (name.toUpperCase() === 'LIST' ? [] : refused('modules are'))),
  cluster: command(-2, () => new ErrorReply('ERR This instance has cluster support disabled')),
  replicaof: command(3, noReplicas),
  slaveof: command(3, noReplicas),
  ...Object.fromEntries(missing.map((each) => [each, command(-1, () => refused(`${each.toUpperCase()} is`))])),
};
