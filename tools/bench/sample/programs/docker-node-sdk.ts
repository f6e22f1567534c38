import { DockerClient } from '@docker/node-sdk';

export async function run(): Promise<string> {
  const engine = await DockerClient.fromDockerHost('unix:/var/run/docker.sock');
  const containers = await engine.containerList({ all: true });
  const names = containers.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const created = await engine.containerCreate(
    {
      Image: 'nginx',
      ExposedPorts: { '80/tcp': {} },
      HostConfig: {
        PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '8080' }] },
        Binds: ['/srv/www:/usr/share/nginx/html:ro'],
        RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
      },
    },
    { name: 'web' },
  );
  return `${created.Id} beside ${names.join(', ')}`;
}
