import Dockerode from 'dockerode';

export async function run(): Promise<string> {
  const engine = new Dockerode({ socketPath: '/var/run/docker.sock' });
  const containers = await engine.listContainers({ all: true });
  const names = containers.map((container) => container.Names[0] ?? container.Id);

  const created = await engine.createContainer({
    name: 'web',
    Image: 'nginx',
    ExposedPorts: { '80/tcp': {} },
    HostConfig: {
      PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '8080' }] },
      Binds: ['/srv/www:/usr/share/nginx/html:ro'],
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
    },
  });
  return `${created.id} beside ${names.join(', ')}`;
}
