import type { ContainerCreateData, ContainerCreateResponse, ContainerListResponse } from 'generated';

type HeyApiSend = <Response>(method: string, path: string, body?: object) => Promise<Response>;

export async function run(send: HeyApiSend): Promise<string> {
  const containers = await send<ContainerListResponse>('GET', '/containers/json?all=true');
  const names = containers.map((container) => container.Names?.[0] ?? container.Id ?? '');

  const request: ContainerCreateData['body'] = {
    Image: 'nginx',
    ExposedPorts: { '80/tcp': {} },
    HostConfig: {
      PortBindings: { '80/tcp': [{ HostIp: '127.0.0.1', HostPort: '8080' }] },
      Binds: ['/srv/www:/usr/share/nginx/html:ro'],
      RestartPolicy: { Name: 'on-failure', MaximumRetryCount: 3 },
    },
  };
  const created = await send<ContainerCreateResponse>('POST', '/containers/create?name=web', request);
  return `${created.Id} beside ${names.join(', ')}`;
}
