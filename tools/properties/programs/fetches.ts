// The paths modules with openapi-fetch, with named types in the results.
import createClient from 'openapi-fetch';
import type { ContainerSummary } from '@lading/types-v1.44';
import type { paths } from '@lading/types-v1.44/paths';
import type { paths as earlierPaths } from '@lading/types-v1.41/paths';

const engine = createClient<paths>({ baseUrl: 'http://localhost:2375/v1.44' });
const earlier = createClient<earlierPaths>({ baseUrl: 'http://localhost:2375/v1.41' });

export async function first(): Promise<ContainerSummary | undefined> {
  const { data, error } = await engine.GET('/containers/json', { params: { query: { all: true } } });
  if (error !== undefined) throw new Error(error.message);
  return data[0];
}

export async function create(): Promise<string | undefined> {
  const { data } = await engine.POST('/containers/create', {
    params: { query: { name: 'web' } },
    body: { Image: 'nginx', ExposedPorts: { '80/tcp': {} }, HostConfig: { AutoRemove: true } },
  });
  return data?.Id;
}

// @ts-expect-error 1.41 has no such operation
export const update = () => earlier.PUT('/volumes/{name}', { params: { path: { name: 'a' }, query: { version: 1 } } });
