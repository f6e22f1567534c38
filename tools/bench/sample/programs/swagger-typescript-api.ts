import { Api } from 'generated';

export async function run(): Promise<string> {
  const api = new Api({ baseUrl: 'http://engine/v1.44' });
  const listed = await api.containers.containerList({ all: true });
  const names = listed.data.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const created = await api.containers.containerCreate(
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
  return `${created.data.Id} beside ${names.join(', ')}`;
}
