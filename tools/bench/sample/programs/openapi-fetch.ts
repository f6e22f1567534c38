import createClient from 'openapi-fetch';
import type { paths } from 'generated';

export async function run(): Promise<string> {
  const client = createClient<paths>({ baseUrl: 'http://engine/v1.44' });
  const listed = await client.GET('/containers/json', { params: { query: { all: true } } });
  if (!listed.data) throw new Error(listed.error.message);
  const names = listed.data.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const created = await client.POST('/containers/create', {
    params: { query: { name: 'web' } },
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
  if (!created.data) throw new Error(created.error.message);
  return `${created.data.Id} beside ${names.join(', ')}`;
}
