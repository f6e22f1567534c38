import { containerCreate, containerList } from 'generated';

export async function run(): Promise<string> {
  const listed = await containerList({ query: { all: true } });
  if (!listed.data) throw new Error('The list was refused');
  const names = listed.data.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const created = await containerCreate({
    query: { name: 'web' },
    body: {
      Image: 'nginx',
      ExposedPorts: { '80/tcp': {} },
      HostConfig: {
        PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '8080' }] },
        Binds: ['/srv/www:/usr/share/nginx/html:ro'],
        RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
      },
    },
  });
  if (!created.data) throw new Error('The container was refused');
  return `${created.data.Id} beside ${names.join(', ')}`;
}
