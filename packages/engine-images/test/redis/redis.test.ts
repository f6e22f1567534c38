/** Redis and Valkey, as a client of others, their command line and the engine see them. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Redis } from 'ioredis';
import { ManualClock, startEngine } from '@lading/engine';
import { imageDefinitions } from '@lading/engine-images';
import { expect, onTestFinished, test } from 'vitest';
import { openScene } from '../scene.js';

function clientOf(port: number, options: object = {}): Redis {
  const client = new Redis({ port, host: '127.0.0.1', retryStrategy: null, ...options });
  client.on('error', () => undefined);
  onTestFinished(() => client.disconnect());
  return client;
}

test('ioredis works with strings, hashes, lists, sets, streams, transactions, and messages', async () => {
  const { run } = await openScene();
  const container = await run('redis:8');
  await container.waitForLog('Ready to accept connections tcp');
  expect(await container.logs()).toContain('lading: redis is simulated');
  const redis = clientOf(container.port);
  const other = clientOf(container.port);
  expect(await redis.set('a', 'ä€', 'EX', 100)).toBe('OK');
  expect(await redis.get('a')).toBe('ä€');
  expect(await redis.ttl('a')).toBe(100);
  expect(await redis.incrby('n', 5)).toBe(5);
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  await redis.set('bytes', bytes);
  expect(await redis.getBuffer('bytes')).toEqual(bytes);
  await redis.hset('h', { one: '1', two: '2' });
  expect(await redis.hgetall('h')).toEqual({ one: '1', two: '2' });
  expect(await redis.rpush('l', 'a', 'b')).toBe(2);
  expect(await redis.lrange('l', 0, -1)).toEqual(['a', 'b']);
  await redis.sadd('s', 'x', 'y');
  expect((await redis.smembers('s')).sort()).toEqual(['x', 'y']);
  await redis.zadd('z', 2, 'b', 1, 'a');
  expect(await redis.zrange('z', 0, '-1', 'WITHSCORES')).toEqual(['a', '1', 'b', '2']);
  const id = (await redis.xadd('st', '*', 'f', 'v')) ?? '';
  expect(await redis.xrange('st', '-', '+')).toEqual([[id, ['f', 'v']]]);
  expect(await redis.multi().incr('n').get('n').exec()).toEqual([
    [null, 6],
    [null, '6'],
  ]);
  await redis.watch('n');
  await other.incr('n');
  expect(await redis.multi().get('n').exec()).toBeNull();
  expect(await redis.pipeline().set('p', '1').get('p').exec()).toEqual([
    [null, 'OK'],
    [null, '1'],
  ]);
  const keys: string[] = [];
  for await (const found of redis.scanStream({ match: '[az]' })) keys.push(...(found as string[]));
  expect(keys.sort()).toEqual(['a', 'z']);
  // Two clients wait, and receive in the order in which they began.
  const third = clientOf(container.port);
  const first = other.blpop('queue', 0);
  await redis.ping();
  const second = third.brpop('queue', 0);
  await redis.ping();
  await redis.rpush('queue', '1', '2');
  expect(await Promise.all([first, second])).toEqual([
    ['queue', '1'],
    ['queue', '2'],
  ]);
  const subscriber = clientOf(container.port);
  const messages: string[][] = [];
  subscriber.on('message', (...message: string[]) => messages.push(message));
  subscriber.on('pmessage', (...message: string[]) => messages.push(message));
  await subscriber.subscribe('news');
  await subscriber.psubscribe('n*');
  expect(await redis.publish('news', 'hello')).toBe(2);
  await subscriber.unsubscribe('news');
  expect(messages).toEqual([
    ['news', 'hello'],
    ['n*', 'news', 'hello'],
  ]);
  await expect(redis.lpush('a', 'x')).rejects.toThrow('WRONGTYPE');
  expect(await redis.info('server')).toContain('redis_version:8.0.0');
  expect(await redis.dbsize()).toBeGreaterThan(8);
  expect(await redis.flushall()).toBe('OK');
});

test('its keys survive a restart, and another container with its volume', async () => {
  const { run } = await openScene();
  const body = { HostConfig: { Binds: ['redis-data:/data'] } };
  const container = await run('redis:7.4', body);
  await container.waitForLog('Ready to accept');
  const redis = clientOf(container.port);
  await redis.mset('a', '1', 'b', '2');
  await redis.xadd('st', '1-1', 'f', 'v');
  await redis.xgroup('CREATE', 'st', 'g', '0');
  await redis.zadd('z', 1.5, 'x', 'inf', 'y');
  await redis.expire('b', 1000);
  await container.stop();
  expect(await container.logs()).toContain('Redis is now ready to exit, bye bye...');
  expect((await container.inspect()).State?.ExitCode).toBe(0);
  const again = clientOf(await container.start());
  expect(await again.mget('a', 'b')).toEqual(['1', '2']);
  expect(await again.ttl('b')).toBeGreaterThan(990);
  expect(await again.xreadgroup('GROUP', 'g', 'c', 'STREAMS', 'st', '>')).toEqual([['st', [['1-1', ['f', 'v']]]]]);
  await container.stop();
  await container.remove();
  const next = await run('redis:7.4', { ...body, Cmd: ['redis-server', '--appendonly', 'yes'] });
  await next.waitForLog('Ready to accept');
  const last = clientOf(next.port);
  expect(await last.zscore('z', 'x')).toBe('1.5');
  expect(await last.zscore('z', 'y')).toBe('inf');
  await last.set('unsaved', 'yes');
  await new Promise((resolve) => setTimeout(resolve, 100));
  await next.remove();
  const killed = await run('redis:7.4', body);
  await killed.waitForLog('Ready to accept');
  expect(await clientOf(killed.port).get('unsaved')).toBe('yes');
});

test('settings, passwords and the command line', async () => {
  const { run } = await openScene();
  const container = await run('valkey/valkey:8', {
    Cmd: ['--requirepass', 'secret', '--maxmemory', '1mb', '--hz', '10'],
  });
  await container.waitForLog('Ready to accept');
  for (const name of ['hz', 'maxmemory'])
    expect(await container.logs()).toContain(`lading: the setting ${name} has no effect`);
  await expect(clientOf(container.port, { lazyConnect: true }).get('a')).rejects.toThrow('NOAUTH');
  const client = clientOf(container.port, { password: 'secret' });
  expect(await client.config('GET', 'maxmemory')).toEqual(['maxmemory', '1048576']);
  expect((await container.exec('valkey-cli', 'ping')).output).toBe('NOAUTH Authentication required.\n\n');
  expect((await container.exec('redis-cli', '-a', 'secret', 'ping')).output).toBe('PONG\n');
  await container.exec('valkey-cli', '-a', 'secret', 'rpush', 'l', 'a', 'ä b');
  expect((await container.exec('valkey-cli', '-a', 'secret', 'lrange', 'l', '0', '-1')).output).toBe('a\nä b\n');
  const script = 'printf "set a 1\\nget a\\n" | valkey-cli --pass secret';
  expect((await container.exec('sh', '-c', script)).output).toBe('OK\n1\n');
  expect(await container.exec('valkey-cli', '-p', '1', 'ping')).toMatchObject({ code: 1 });
  expect((await container.exec('valkey-server', '--version')).output).toContain('Valkey server v=8.0.0');
  expect((await container.inspect()).Config).toMatchObject({
    Entrypoint: ['docker-entrypoint.sh'],
    Cmd: ['--requirepass', 'secret', '--maxmemory', '1mb', '--hz', '10'],
    WorkingDir: '/data',
    ExposedPorts: { '6379/tcp': {} },
    Volumes: { '/data': {} },
  });
});

test('clients that wait are served in the order in which they began, and left alone by values of other types', async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15');
  await container.waitForLog('Ready to accept');
  const [later, redis] = [clientOf(container.port), clientOf(container.port)];
  const [first, mover] = [clientOf(container.port), clientOf(container.port)];
  await later.ping();
  const waits: Promise<unknown>[] = [];
  for (const wait of [
    () => first.blpop('queue', 0),
    () => later.blpop('queue', 0),
    () => mover.brpoplpush('source', 'text', 0).catch((error: Error) => error.message),
  ]) {
    waits.push(wait());
    await expect.poll(() => redis.info('clients')).toContain(`blocked_clients:${waits.length}`);
  }
  await redis.multi().lpush('queue', 'x').del('queue').set('queue', 'v').exec();
  await redis.del('queue');
  await redis.set('text', 'v');
  await redis.rpush('queue', '1', '2');
  await redis.rpush('source', '1');
  expect(await Promise.all(waits)).toEqual([
    ['queue', '1'],
    ['queue', '2'],
    'WRONGTYPE Operation against a key holding the wrong kind of value',
  ]);
  expect(await redis.lrange('source', 0, -1)).toEqual(['1']);
  const id = await first.client('ID');
  const last = first.blpop('queue', 0).catch((error: Error) => error.message);
  await expect.poll(() => redis.client('UNBLOCK', id, 'ERROR')).toBe(1);
  expect(await last).toBe('UNBLOCKED client unblocked via CLIENT UNBLOCK');
});

test('scripts run whole, in the order of commands, and wake up those that wait', async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15');
  await container.waitForLog('Ready to accept');
  const [redis, waiting] = [clientOf(container.port), clientOf(container.port)];
  redis.defineCommand('takeAll', {
    numberOfKeys: 1,
    lua: "local all = redis.call('LRANGE', KEYS[1], 0, -1) redis.call('DEL', KEYS[1]) return {#all, unpack(all)}",
  });
  const takeAll = (): Promise<unknown> => (redis as unknown as { takeAll(key: string): Promise<unknown> }).takeAll('l');
  const first = redis.rpush('l', 'a', 'b');
  const [taken, after] = [takeAll(), redis.llen('l')];
  expect([await first, await taken, await after, await takeAll()]).toEqual([2, [2, 'a', 'b'], 0, [0]]);
  const reply = waiting.blpop('queue', 0);
  await expect.poll(() => redis.info('clients')).toContain('blocked_clients:1');
  const script =
    "redis.call('RPUSH','queue','x') redis.call('SELECT',3) redis.log(redis.LOG_NOTICE,'told') return ARGV[1]";
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  expect(await redis.callBuffer('eval', script, 0, bytes)).toEqual(bytes);
  expect(await reply).toEqual(['queue', 'x']);
  expect(await redis.client('INFO')).toContain(' db=0 ');
  expect(await container.logs()).toMatch(/\d \* told\n/);
});

test('small replies do not wait for the acknowledgement of those before', async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15');
  await container.waitForLog('Ready to accept');
  const [redis, subscriber] = [clientOf(container.port), clientOf(container.port)];
  await subscriber.subscribe('news');
  let received = 0;
  subscriber.on('message', () => (received += 1));
  const rounds = 40;
  const start = performance.now();
  for (let round = 1; round <= rounds; round += 1) {
    await redis.pipeline().publish('news', 'one').publish('news', 'two').exec();
    while (received < 2 * round) await new Promise((resolve) => setImmediate(resolve));
  }
  // An acknowledgement may take 40 ms.
  expect((performance.now() - start) / rounds).toBeLessThan(20);
});

test('a script cannot end or stop the server', { timeout: 30_000 }, async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15', { Cmd: ['--lua-time-limit', '200'] });
  await container.waitForLog('Ready to accept');
  const redis = clientOf(container.port);
  for (const [script, error] of [
    [
      'while true do pcall(function() while true do end end) end',
      'ERR lading: the script was ended after the time of lua',
    ],
    ['coroutine.wrap(function() while true do end end)()', 'ERR lading: the script was ended after the time of lua'],
    ["local s = 'x' while true do s = s .. s end", 'ERR lading: the script failed: not enough memory'],
    ['local t = {} for i = 1, 40 do t = { t, t } end return t', 'ERR lading: the script handed over more than 256 MB'],
    ["return cmsgpack.unpack(('\\145'):rep(1e6))", 'ERR lading: the script ended the interpreter'],
    ["return ('a'):rep(3e5):find(('a?'):rep(3e5) .. 'b')", 'ERR lading: the script ended the interpreter'],
    ["local function g() return (('a'):gsub('a', g)) end return g()", 'C stack overflow'],
  ] as const) {
    await expect(redis.eval(script, 0), script).rejects.toThrow(error);
    expect(await redis.eval("return { redis.call('PING'), #KEYS }", 0)).toEqual(['PONG', 0]);
  }
  expect(await redis.eval('return loadstring(string.dump(function() end))', 0)).toBeNull();
});

test('what a real server does is refused, and nothing is ignored', async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15');
  await container.waitForLog('Ready to accept');
  const client = clientOf(container.port);
  for (const line of [
    'fcall f 0',
    'function load a',
    "eval return(struct.pack('b',1)) 0",
    'geoadd g 1 2 a',
    'dump a',
    'monitor',
    'lcs a b',
    'client pause 10',
    'client tracking on',
    'replicaof elsewhere 1',
    'module load a',
    'memory stats',
    'command getkeys get a',
    'acl setuser a',
    'debug sleep 1',
    'config set notify-keyspace-events KEA',
    'config set maxmemory 100',
  ])
    await expect(client.call(...(line.split(' ') as [string])), line).rejects.toThrow(
      'a test of it needs a real server',
    );
  expect(await client.config('SET', 'notify-keyspace-events', '')).toBe('OK');
  expect(await client.call('client', 'tracking', 'off')).toBe('OK');
  expect(await client.call('replicaof', 'no', 'one')).toBe('OK');
  expect(await client.call('command', 'info', 'get', 'none')).toEqual([['get', 2, [], 0, 0, 0], null]);
});

test('a line with unbalanced quotes ends the connection', async () => {
  const { run } = await openScene();
  const container = await run('redis:7.0.15');
  await container.waitForLog('Ready to accept');
  const socket = connect({ port: container.port, host: '127.0.0.1' });
  socket.write('set "a b" "c"\r\nset """a""" b\r\n');
  expect(await text(socket)).toBe('+OK\r\n-ERR Protocol error: unbalanced quotes in request\r\n');
});

test('keys expire by the clock of the engine', async () => {
  const clock = new ManualClock();
  const engine = await startEngine({ imageDefinitions, clock, images: ['redis'] });
  onTestFinished(() => engine.close());
  const container = engine.engine.containers.create('', { Image: 'redis', HostConfig: { PublishAllPorts: true } });
  await engine.engine.start(container);
  const port = Number(container.record.ports['6379/tcp']?.[0]?.port);
  const redis = clientOf(port);
  await redis.set('a', '1', 'EX', 60);
  await clock.advance(59_000);
  expect(await redis.get('a')).toBe('1');
  await clock.advance(2000);
  expect(await redis.get('a')).toBeNull();
});
