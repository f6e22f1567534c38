/** At 1.41 there are no `DNSNames`: they are the name of a container, its aliases, its short ID and its host name. */
import { isGiven, isList, isRecord, propertyOf, withProperty, type Hook } from '@lading/runtime-conversion';

export function dnsNames(): Hook {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status >= 400 || response.stream !== undefined) return response;
      const { body } = response;
      if (isList(body)) return { ...response, body: body.map(listed) };
      const containers = propertyOf(body, 'Containers');
      if (isList(containers)) return { ...response, body: withProperty(body, 'Containers', containers.map(listed)) };
      return request.operation === 'ContainerInspect' ? { ...response, body: inspected(body) } : response;
    },
  };
}

/** Converts a listed container: in lists, `DNSNames` is null at 1.44, too. */
function listed(container: unknown): unknown {
  return withNames(container, () => null);
}

function inspected(container: unknown): unknown {
  const id = String(propertyOf(container, 'Id') ?? '').slice(0, 12);
  const name = String(propertyOf(container, 'Name') ?? '').replace(/^\//, '');
  return withNames(container, (network, endpoint) => {
    if (networksWithoutDns.includes(network)) return null;
    const aliases = propertyOf(endpoint, 'Aliases');
    const names = [name, ...(isList(aliases) ? aliases : []), id, propertyOf(container, 'Config', 'Hostname')];
    return [...new Set(names.filter(isGiven))];
  });
}

/** The predefined networks of engines, which do not resolve names. */
const networksWithoutDns = ['bridge', 'host', 'none', 'nat', 'default'];

function withNames(container: unknown, namesOf: (network: string, endpoint: unknown) => unknown): unknown {
  const settings = propertyOf(container, 'NetworkSettings');
  const networks = propertyOf(settings, 'Networks');
  if (!isRecord(networks)) return container;
  const named = Object.fromEntries(
    Object.entries(networks).map(([network, endpoint]) => [
      network,
      isRecord(endpoint) && propertyOf(endpoint, 'DNSNames') === undefined
        ? withProperty(endpoint, 'DNSNames', namesOf(network, endpoint))
        : endpoint,
    ]),
  );
  return withProperty(container, 'NetworkSettings', withProperty(settings, 'Networks', named));
}
