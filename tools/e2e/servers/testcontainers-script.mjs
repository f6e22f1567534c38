/** Uses Testcontainers on the engine of DOCKER_HOST, and prints what it sees. It is a process of its own, since Testcontainers keeps one engine. */
import { GenericContainer, Network, Wait } from 'testcontainers';

const print = (/** @type {unknown[]} */ ...values) => console.log(JSON.stringify(values));
const container = await new GenericContainer('testcontainers-shell:1')
  .withCommand(['sh', '-c', 'echo ready; exec sleep 600'])
  .withEnvironment({ NAME: 'value' })
  .withLabels({ role: 'test' })
  .withExposedPorts(80)
  .withTmpFs({ '/scratch': 'rw' })
  .withCopyContentToContainer([{ content: 'copied before', target: '/before' }])
  .withWaitStrategy(Wait.forLogMessage('ready'))
  .start();
print('ports', typeof container.getMappedPort(80), container.getLabels()['role']);
const { exitCode, output } = await container.exec(['sh', '-c', 'cat /before; echo " $NAME"; exit 3']);
print('exec', exitCode, output);
await container.copyContentToContainer([{ content: 'copied after', target: '/after' }]);
print('copy', (await container.exec(['cat', '/after'])).output);
const logs = await container.logs();
// Testcontainers lets the process end while nothing else is waited for: it would end with 0 before the logs arrive.
const limit = setTimeout(() => process.exit(1), 60_000);
print('logs', await new Promise((resolve) => logs.once('data', (data) => resolve(String(data).trim()))));
clearTimeout(limit);
await container.stop();
const network = await new Network().start();
const member = await new GenericContainer('testcontainers-shell:1')
  .withNetwork(network)
  .withNetworkAliases('member')
  .withCommand(['sleep', '600'])
  .start();
print('networks', member.getNetworkNames().includes(network.getName()));
await member.stop();
await network.stop();
process.exit();
