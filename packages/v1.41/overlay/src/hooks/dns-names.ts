/** At 1.41 there are no `DNSNames`: they are the name of a container, its aliases, its short ID and its host name. */
import { isGiven, isList, isRecord, memberOf, withMember, type Step } from '@lading/runtime-overlay';

export function dnsNames(): Step {
  return {
    async around(request, next) {
      const response = await next(request);
      if (response.status >= 400 || response.stream !== undefined) return response;
      const { body } = response;
      if (isList(body)) return { ...response, body: body.map(listed) };
      const containers = memberOf(body, 'Containers');
      if (isList(containers)) return { ...response, body: withMember(body, 'Containers', containers.map(listed)) };
      return request.operation === 'ContainerInspect' ? { ...response, body: inspected(body) } : response;
    },
  };
}

/** Converts a listed container: in lists, `DNSNames` is null at 1.44, too. */
function listed(container: unknown): unknown {
  return withNames(container, () => null);
}

function inspected(container: unknown): unknown {
  const id = String(memberOf(container, 'Id') ?? '').slice(0, 12);
  const name = String(memberOf(container, 'Name') ?? '').replace(/^\//, '');
  return withNames(container, (network, endpoint) => {
    if (networksWithoutDns.includes(network)) return null;
    const aliases = memberOf(endpoint, 'Aliases');
    const names = [name, ...(isList(aliases) ? aliases : []), id, memberOf(container, 'Config', 'Hostname')];
    return [...new Set(names.filter(isGiven))];
  });
}

/** The predefined networks of engines, which do not resolve names. */
const networksWithoutDns = ['bridge', 'host', 'none', 'nat', 'default'];

function withNames(container: unknown, namesOf: (network: string, endpoint: unknown) => unknown): unknown {
  const settings = memberOf(container, 'NetworkSettings');
  const networks = memberOf(settings, 'Networks');
  if (!isRecord(networks)) return container;
  const named = Object.fromEntries(
    Object.entries(networks).map(([network, endpoint]) => [
      network,
      isRecord(endpoint) && memberOf(endpoint, 'DNSNames') === undefined
        ? withMember(endpoint, 'DNSNames', namesOf(network, endpoint))
        : endpoint,
    ]),
  );
  return withMember(container, 'NetworkSettings', withMember(settings, 'Networks', named));
}
