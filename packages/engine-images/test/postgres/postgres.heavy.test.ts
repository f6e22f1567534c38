/** PostgreSQL, as the clients of others, its programs and the engine see it. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openScene, type Scene, type StartedContainer } from '../scene.js';

const ready = 'database system is ready to accept connections';
const long = { timeout: 500_000 };

async function clientOf(port: number, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({
    port,
    host: '127.0.0.1',
    user: 'app',
    password: 'secret',
    database: 'shop',
    ...options,
  });
  client.on('error', () => undefined);
  await client.connect();
  onTestFinished(() => client.end().catch(() => undefined));
  return client;
}

function start(
  { run }: Scene,
  files: Readonly<Record<string, string>> = {},
  body: object = {},
): Promise<StartedContainer> {
  const Env = ['POSTGRES_USER=app', 'POSTGRES_PASSWORD=secret', 'POSTGRES_DB=shop'];
  return run('postgres:17', { Env, ...body }, files);
}

test('pg works with it: types, prepared statements, transactions, errors, COPY, messages, a pool', long, async () => {
  const container = await start(await openScene());
  await container.waitForLog(ready, 2);
  const client = await clientOf(container.port);
  const one = async (sql: string, values: unknown[] = []) =>
    Object.values((await client.query(sql, values)).rows[0] ?? {})[0] as unknown;
  expect(await one('SELECT current_user')).toBe('app');
  expect(await one('SELECT current_database()')).toBe('shop');
  expect(await one('SHOW search_path')).toBe('"$user", public');
  expect(await one('SELECT $1::int + 1', [41])).toBe(42);
  expect(await one('SELECT $1::jsonb', [{ a: [1] }])).toEqual({ a: [1] });
  expect(await one('SELECT $1::text[]', [['a', 'ä']])).toEqual(['a', 'ä']);
  expect(await one("SELECT '2026-01-02T03:04:05Z'::timestamptz")).toEqual(new Date('2026-01-02T03:04:05Z'));
  expect(await one('SELECT $1::bytea', [Buffer.from([0, 255])])).toEqual(Buffer.from([0, 255]));
  await client.query(
    'CREATE TABLE item (id serial PRIMARY KEY, name text NOT NULL UNIQUE, price numeric(8,2) CHECK (price >= 0))',
  );
  const inserted = await client.query('INSERT INTO item (name, price) VALUES ($1, $2), ($3, $4) RETURNING id', [
    'a',
    1.5,
    'b',
    2,
  ]);
  expect([inserted.rowCount, inserted.rows]).toEqual([2, [{ id: 1 }, { id: 2 }]]);
  await expect(client.query("INSERT INTO item (name) VALUES ('a')")).rejects.toMatchObject({
    code: '23505',
    constraint: 'item_name_key',
  });
  await expect(client.query('SELECT nothing')).rejects.toMatchObject({ code: '42703', position: '8' });
  await expect(client.query('INSERT INTO item (name, price) VALUES ($1, -1)', ['c'])).rejects.toMatchObject({
    code: '23514',
  });
  await client.query('BEGIN');
  await client.query("UPDATE item SET price = 9 WHERE name = 'a'");
  await client.query('ROLLBACK');
  expect(await one("SELECT price FROM item WHERE name = 'a'")).toBe('1.50');
  const named = { name: 'by-name', text: 'SELECT id FROM item WHERE name = $1' };
  expect((await client.query({ ...named, values: ['a'] })).rows).toEqual([{ id: 1 }]);
  // Another connection has a statement of the same name, settings and a user of its own.
  const other = await clientOf(container.port, { options: '-c statement_timeout=5s', application_name: 'second' });
  expect((await other.query({ ...named, text: 'SELECT name FROM item WHERE id = $1', values: [2] })).rows).toEqual([
    { name: 'b' },
  ]);
  expect((await client.query({ ...named, values: ['b'] })).rows).toEqual([{ id: 2 }]);
  await other.query("SET search_path TO 'elsewhere'");
  await expect(other.query('SELECT * FROM item')).rejects.toMatchObject({ code: '42P01' });
  expect(await one('SELECT count(*)::int FROM item')).toBe(2);
  expect((await other.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '5s' }]);
  expect((await other.query('SHOW application_name')).rows).toEqual([{ application_name: 'second' }]);
  // The timeout of an idle transaction ends no session: all have the one of PGlite.
  const startup = { options: '-c search_path=elsewhere,public -c idle_in_transaction_session_timeout=50' };
  const idle = await clientOf(container.port, startup);
  expect((await idle.query('SHOW search_path')).rows).toEqual([{ search_path: 'elsewhere,public' }]);
  await idle.query('BEGIN');
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect((await idle.query('SELECT count(*)::int FROM item')).rows).toEqual([{ count: 2 }]);
  await idle.query('COMMIT');
  expect(await one('SHOW TimeZone')).toBe('UTC');
  await client.query('CREATE EXTENSION "uuid-ossp"; CREATE EXTENSION pgcrypto; CREATE EXTENSION citext');
  expect(await one("SELECT length(uuid_generate_v4()::text || crypt('a', gen_salt('bf')))")).toBe(96);
  expect(await one("SELECT 'A'::citext = 'a'::citext")).toBe(true);
  const messages: string[] = [];
  client.on('notification', ({ channel, payload }) => messages.push(`${channel} ${payload}`));
  await client.query('LISTEN news');
  await other.query("NOTIFY news, 'hello'");
  await client.query('SELECT 1');
  expect(messages).toEqual(['news hello']);
  // A pool: twenty clients, each with a transaction of its own.
  const pool = new pg.Pool({
    port: container.port,
    host: '127.0.0.1',
    user: 'app',
    password: 'secret',
    database: 'shop',
    max: 5,
  });
  await pool.query('CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)');
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const each = await pool.connect();
      await each.query('BEGIN');
      const { rows } = await each.query<{ n: number }>('SELECT n FROM counter');
      await each.query('UPDATE counter SET n = $1', [(rows[0]?.n ?? 0) + 1]);
      await each.query('COMMIT');
      each.release();
    }),
  );
  expect((await pool.query('SELECT n FROM counter')).rows).toEqual([{ n: 20 }]);
  await pool.end();
  await expect(clientOf(container.port, { password: 'wrong' })).rejects.toMatchObject({ code: '28P01' });
  await expect(clientOf(container.port, { user: 'nobody' })).rejects.toMatchObject({ code: '28P01' });
  await expect(clientOf(container.port, { database: 'none' })).rejects.toMatchObject({ code: '3D000' });
  expect(await container.logs()).toContain('FATAL:  password authentication failed for user "app"');
  expect(await container.logs()).toContain('ERROR:  column "nothing" does not exist at character 8');
  // Another role, without rights.
  await client.query("CREATE ROLE reader LOGIN PASSWORD 'other'; GRANT SELECT ON counter TO reader");
  const reader = await clientOf(container.port, { user: 'reader', password: 'other' });
  expect((await reader.query('SELECT n FROM counter')).rows).toEqual([{ n: 20 }]);
  await expect(reader.query('SELECT * FROM item')).rejects.toMatchObject({ code: '42501' });
  // Another database.
  await client.query('CREATE DATABASE second');
  const second = await clientOf(container.port, { database: 'second' });
  await second.query('CREATE TABLE here (a int)');
  expect((await client.query({ ...named, values: ['b'] })).rows).toEqual([{ id: 2 }]);
  expect((await second.query('SELECT count(*)::int FROM here')).rows).toEqual([{ count: 0 }]);
});

test(
  'it runs the scripts of users, and its data survive a restart, the end of the container, and SIGKILL',
  long,
  async () => {
    const scene = await openScene();
    const { engine } = scene;
    const scripts = {
      '/docker-entrypoint-initdb.d/1.sql':
        "CREATE TABLE one (a int, b text);\nINSERT INTO one VALUES (1, 'x;y');\nCREATE FUNCTION two() RETURNS int AS $$ BEGIN RETURN 2; END; $$ LANGUAGE plpgsql;\nCOPY one FROM STDIN;\n2\tcopied\n\\.\n",
      '/docker-entrypoint-initdb.d/2.sh':
        '#!/bin/sh\npsql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<-EOSQL\n\tINSERT INTO one VALUES (3, \'sh\');\nEOSQL\n',
      '/docker-entrypoint-initdb.d/notes.txt': 'ignored',
    };
    const body = { HostConfig: { Binds: ['pgdata:/var/lib/postgresql/data'] } };
    const container = await start(scene, scripts, body);
    await container.waitForLog(ready, 2);
    const logs = await container.logs();
    for (const line of [
      'PostgreSQL init process complete; ready for start up.',
      'running /docker-entrypoint-initdb.d/1.sql',
      'ignoring /docker-entrypoint-initdb.d/notes.txt',
      'lading: the database is PGlite',
    ])
      expect(logs).toContain(line);
    const { Config, Mounts } = await container.inspect();
    expect(Config).toMatchObject({
      Entrypoint: ['docker-entrypoint.sh'],
      Cmd: ['postgres'],
      ExposedPorts: { '5432/tcp': {} },
      StopSignal: 'SIGINT',
    });
    expect(Mounts?.length).toBe(1);
    expect(await container.exec('pg_isready')).toEqual({
      code: 0,
      output: '/var/run/postgresql:5432 - accepting connections\n',
    });
    expect((await container.exec('pg_isready', '-h', 'nowhere', '-q')).code).toBe(2);
    const psql = (...more: string[]) => container.exec('psql', '-U', 'app', '-d', 'shop', ...more);
    expect((await psql('-c', 'SELECT a, b FROM one ORDER BY a')).output).toBe(
      ' a |   b    \n---+--------\n 1 | x;y\n 2 | copied\n 3 | sh\n(3 rows)\n\n',
    );
    expect((await psql('-tAc', 'SELECT two()')).output).toBe('2\n');
    expect(await psql('-c', 'SELECT bad')).toEqual({
      code: 1,
      output: 'ERROR:  column "bad" does not exist\nLINE 1: SELECT bad\n               ^\n',
    });
    expect((await psql('-c', 'CREATE TABLE three ()')).output).toBe('CREATE TABLE\n');
    expect((await psql('-c', '\\dt')).output).toContain(' public | three | table | app');
    // As psql 15 prints it.
    for (const [args, output, code = 0] of [
      ['-t -c|SELECT 1', '        1\n\n'],
      ['-xA -c|SELECT 1 AS a, 2 AS bb', 'a|1\nbb|2\n'],
      ['-At -R|;|-c|SELECT generate_series(1,2)', '1;2\n'],
      ['-0At -c|SELECT generate_series(1,2)', '1\0' + '2\0'],
      ['-zAt -c|SELECT 1, 2', '1\0' + '2\n'],
      ['-P null=NULL -c|SELECT NULL AS a', '  a   \n------\n NULL\n(1 row)\n\n'],
      ['-P footer=off -A -c|SELECT 1 AS a', 'a\n1\n'],
      [
        `-c|SELECT '日本' AS x, E'tab\\there\\nm' AS y, 1 AS n`,
        '  x   |      y       | n \n------+--------------+---\n 日本 | tab     here+| 1\n      | m            | \n(1 row)\n\n',
      ],
      [
        `-x -c|SELECT E'a\\nbb' AS x, 1 AS long_name_here`,
        '-[ RECORD 1 ]--+---\nx              | a +\n               | bb\nlong_name_here | 1\n\n',
      ],
      ['-x -t -c|SELECT 1 AS a UNION ALL SELECT 23', 'a | 1\n--+---\na | 23\n\n'],
      ['-x -c|SELECT 1 AS a WHERE false', '(0 rows)\n\n'],
      ['-t -c|SELECT 1 AS a WHERE false', '\n'],
      ['-v x=5 -c|SELECT :x', 'ERROR:  syntax error at or near ":"\nLINE 1: SELECT :x\n               ^\n', 1],
      ['-1 -A -c|SELECT 1 AS a', 'a\n1\n(1 row)\n'],
      ['-eAt -c|SELECT 1', 'SELECT 1\n1\n'],
      ['-b -c|SELECT 1/0', 'ERROR:  division by zero\nSTATEMENT:  SELECT 1/0\n', 1],
      ['-At -o /tmp/o -c|SELECT 1', ''],
      ['-c|\\x', 'Expanded display is on.\n'],
      [
        '--no-such',
        'psql: unrecognized option \'--no-such\'\npsql: hint: Try "psql --help" for more information.\n',
        1,
      ],
      [
        '--quiet=x',
        "psql: option '--quiet' doesn't allow an argument\npsql: hint: Try \"psql --help\" for more information.\n",
        1,
      ],
      ['-k', 'psql: invalid option -- \'k\'\npsql: hint: Try "psql --help" for more information.\n', 1],
      ['-c', 'psql: option requires an argument -- \'c\'\npsql: hint: Try "psql --help" for more information.\n', 1],
      ['-H -c|SELECT 1', 'psql: error: lading: the option -H is not simulated\n', 1],
      ['-P border=2', 'psql: error: lading: the setting border=2 of \\pset is not simulated\n', 1],
    ] as const) {
      const [options = '', ...words] = args.split('|');
      expect({ args, ...(await psql(...options.split(' '), ...words)) }).toEqual({ args, output, code });
    }
    expect((await container.exec('cat', '/tmp/o')).output).toBe('1\n');
    expect((await container.exec('pg_isready', '-k')).code).toBe(3);
    expect((await container.exec('createdb', '-U', 'app', '-T', 'template0', 'x')).code).toBe(1);
    expect(await container.exec('createdb', '-U', 'app', 'made', "a test's")).toEqual({ code: 0, output: '' });
    const description = `SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = 'made'`;
    expect((await psql('-tAc', description)).output).toBe("a test's\n");
    expect(await container.exec('dropdb', '-U', 'app', '--if-exists', 'made')).toEqual({ code: 0, output: '' });
    expect((await container.exec('psql', '-U', 'nobody', '-c', 'SELECT 1')).output).toContain(
      'role "nobody" does not exist',
    );

    await container.stop();
    expect((await container.inspect()).State?.ExitCode).toBe(0);
    const port = await container.start();
    await container.waitForLog('Skipping initialization');
    await container.waitForLog(ready, 3);
    expect((await (await clientOf(port)).query('SELECT count(*)::int FROM one')).rows).toEqual([{ count: 3 }]);
    // The files are stored when nothing has run for a moment.
    const control = () =>
      engine.engine.containers.find(container.id).files.mounted.get('/var/lib/postgresql/data/global/pg_control');
    const before = control();
    const last = await clientOf(port);
    await last.query("INSERT INTO one VALUES (4, 'late')");
    await last.query('CHECKPOINT');
    while (control() === before) await new Promise((resolve) => setTimeout(resolve, 50));
    await container.remove();
    const next = await start(scene, {}, body);
    await next.waitForLog(ready, 1);
    expect((await (await clientOf(next.port)).query('SELECT max(a) FROM one')).rows).toEqual([{ max: 4 }]);
  },
);

test('temporary tables are those of a connection', long, async () => {
  const container = await start(await openScene());
  await container.waitForLog(ready, 2);
  const [first, second] = [await clientOf(container.port), await clientOf(container.port)];
  const create = 'CREATE TEMP TABLE t (id serial PRIMARY KEY, name text)';
  for (const [client, name] of [
    [first, 'a'],
    [second, 'b'],
  ] as const) {
    await client.query(create);
    await client.query({ name: 'add', text: 'INSERT INTO t (name) VALUES ($1)', values: [name] });
  }
  const add = { name: 'add', text: 'INSERT INTO t (name) VALUES ($1)', values: ['c'] };
  await first.query(add);
  expect((await first.query('SELECT * FROM t')).rows).toEqual([
    { id: 1, name: 'a' },
    { id: 2, name: 'c' },
  ]);
  expect((await second.query('SELECT * FROM t')).rows).toEqual([{ id: 1, name: 'b' }]);
  await expect(second.query('INSERT INTO t VALUES (1)')).rejects.toMatchObject({ table: 't', constraint: 't_pkey' });
  await expect(second.query(create)).rejects.toMatchObject({ code: '42P07' });
  await first.end();
  const third = await clientOf(container.port);
  await expect(third.query('SELECT * FROM t')).rejects.toMatchObject({ code: '42P01' });
  expect((await second.query('SELECT count(*)::int FROM t')).rows).toEqual([{ count: 1 }]);
});

test('it needs a password, or trusts everyone', long, async () => {
  const { run } = await openScene();
  const container = await run('postgres:18', {});
  await container.waitForLog('superuser password is not specified');
  expect((await container.inspect()).State?.ExitCode).toBe(1);
  const trusting = await run('postgres:18', { Env: ['POSTGRES_HOST_AUTH_METHOD=trust'], Cmd: ['-c', 'work_mem=8MB'] });
  await trusting.waitForLog(ready, 2);
  const client = await clientOf(trusting.port, { user: 'postgres', database: 'postgres', password: '' });
  expect((await client.query('SHOW work_mem')).rows).toEqual([{ work_mem: '8MB' }]);
});
