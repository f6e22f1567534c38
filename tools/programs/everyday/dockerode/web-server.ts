import { setTimeout as sleep } from 'node:timers/promises';
import Docker from 'dockerode';

const docker = new Docker();
const container = await docker.createContainer({
  Image: 'alpine',
  Cmd: ['httpd'],
  ExposedPorts: { '80/tcp': {} },
  HostConfig: { PublishAllPorts: true },
});
await container.start();
const { NetworkSettings } = await container.inspect();
const port = NetworkSettings.Ports['80/tcp']?.[0]?.HostPort;
const isUp = () =>
  fetch(`http://localhost:${port}/`)
    .then(({ ok }) => ok)
    .catch(() => false);
const end = Date.now() + 30_000;
while (!(await isUp())) {
  if (Date.now() > end) throw new Error('The server did not respond within 30 seconds.');
  await sleep(200);
}
console.log(await (await fetch(`http://localhost:${port}/`)).text());
await container.remove({ force: true });
