/** Starts the images with Testcontainers on the engine of DOCKER_HOST, and prints what clients of others see, a line for each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgreSqlContainer } from '@testcontainers/postgresql';
import { RedisContainer } from '@testcontainers/redis';
import { Redis } from 'ioredis';
import pg from 'pg';
import { GenericContainer, Network, Wait } from 'testcontainers';

const print = (/** @type {unknown[]} */ ...values) => console.log(JSON.stringify(values));
const images = new Set(process.argv.slice(2));
// Testcontainers lets the process end while nothing else is waited for.
const alive = setInterval(() => undefined, 1000);

if (images.has('web')) {
  for (const [image, wait] of /** @type {const} */ ([
    ['nginx:1.29', Wait.forListeningPorts()],
    ['httpd:2.4', Wait.forHttp('/', 80)],
    ['traefik/whoami', Wait.forLogMessage('Starting up on port 80')],
  ])) {
    const container = await new GenericContainer(image).withExposedPorts(80).withWaitStrategy(wait).start();
    const get = async () => (await fetch(`http://${container.getHost()}:${container.getMappedPort(80)}/`)).status;
    const first = await get();
    await container.restart();
    print(image, first, await get(), container.getMappedPort(80) > 0);
    await container.stop();
  }
  const site = 'server { listen 80; location / { return 200 copied; } }';
  const nginx = await new GenericContainer('nginx')
    .withCopyContentToContainer([{ content: site, target: '/etc/nginx/conf.d/default.conf' }])
    .withExposedPorts(80)
    .start();
  print('copied', await (await fetch(`http://${nginx.getHost()}:${nginx.getMappedPort(80)}/`)).text());
  await nginx.stop();
  const registry = await new GenericContainer('registry:2')
    .withExposedPorts(5000)
    .withWaitStrategy(Wait.forHttp('/v2/', 5000))
    .start();
  const context = mkdtempSync(join(tmpdir(), 'lading-build-'));
  writeFileSync(join(context, 'Dockerfile'), 'FROM traefik/whoami\nENV WHOAMI_NAME=built\n');
  const image = await GenericContainer.fromDockerfile(context).withBuildkit().build();
  rmSync(context, { recursive: true });
  const built = await image.withExposedPorts(80).start();
  print('built', (await (await fetch(`http://${built.getHost()}:${built.getMappedPort(80)}/`)).text()).split('\n')[0]);
  await built.stop();
  print('registry', (await fetch(`http://${registry.getHost()}:${registry.getMappedPort(5000)}/v2/_catalog`)).status);
  await registry.stop();
}

if (images.has('redis')) {
  const network = await new Network().start();
  const redis = await new RedisContainer('redis:8')
    .withPassword('secret')
    .withPersistence('/tmp/redis-data')
    .withNetwork(network)
    .withNetworkAliases('cache')
    .start();
  const client = new Redis(redis.getConnectionUrl());
  await client.set('a', '1');
  print('redis', await client.get('a'), (await redis.exec(['redis-cli', '-a', 'secret', 'get', 'a'])).output);
  client.disconnect();
  await redis.restart();
  const again = new Redis(redis.getConnectionUrl());
  print('restarted', await again.get('a'));
  again.disconnect();
  const valkey = await new GenericContainer('valkey/valkey:8')
    .withExposedPorts(6379)
    .withNetwork(network)
    .withHealthCheck({ test: ['CMD-SHELL', 'valkey-cli ping'], interval: 100, retries: 50, timeout: 5000 })
    .withWaitStrategy(Wait.forHealthCheck())
    .start();
  const { output } = await valkey.exec(['valkey-cli', '-h', 'cache', '-a', 'secret', 'get', 'a']);
  print('valkey', output);
  const socat = await new GenericContainer('alpine/socat')
    .withCommand(['tcp-listen:6379,fork,reuseaddr', 'tcp-connect:cache:6379'])
    .withNetwork(network)
    .withExposedPorts(6379)
    .start();
  const through = new Redis({ host: socat.getHost(), port: socat.getMappedPort(6379), password: 'secret' });
  print('socat', await through.get('a'));
  through.disconnect();
  for (const each of [socat, valkey, redis]) await each.stop();
  await network.stop();
}

if (images.has('postgres')) {
  const postgres = await new PostgreSqlContainer('postgres:17')
    .withDatabase('shop')
    .withUsername('me')
    .withPassword('pw')
    .start();
  const ask = async (/** @type {string} */ sql) => {
    const client = new pg.Client(postgres.getConnectionUri());
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  };
  await ask('CREATE TABLE t (a int)');
  await ask('INSERT INTO t VALUES (1), (2)');
  print('postgres', await ask('SELECT sum(a)::int AS sum FROM t'));
  await postgres.restart();
  print('restarted', await ask('SELECT count(*)::int AS count FROM t'));
  await postgres.stop();
}
clearInterval(alive);
process.exit();
