import { containerCreate, containerList } from 'generated';

export async function run(): Promise<string> {
  const listed = await containerList({ all: true });
  if (listed.status !== 200) throw new Error(listed.data.message);
  const names = listed.data.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const created = await containerCreate(
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
  if (created.status !== 201) throw new Error(created.data.message);
  return `${created.data.Id} beside ${names.join(', ')}`;
}
