/** Networks that users created, as engines tell them by their names from those that are always there. */
import { isRecord, propertyOf, withProperty } from '@lading/runtime-conversion';

/** The names that do not belong to a network of a user: the predefined networks, and `default`, which stands for one. */
const predefined = ['bridge', 'host', 'none', 'nat', 'default'];

export function isUserNetwork(name: string): boolean {
  return !predefined.includes(name) && !name.startsWith('container:');
}

/** Returns an inspected container with converted connections to networks of users. */
export function withUserEndpoints(container: unknown, convert: (endpoint: unknown) => unknown): unknown {
  const settings = propertyOf(container, 'NetworkSettings');
  const networks = propertyOf(settings, 'Networks');
  if (!isRecord(networks)) return container;
  const converted = Object.entries(networks).map(([name, endpoint]) => {
    return [name, isUserNetwork(name) && isRecord(endpoint) ? convert(endpoint) : endpoint] as const;
  });
  const changed = withProperty(settings, 'Networks', Object.fromEntries(converted));
  return withProperty(container, 'NetworkSettings', changed);
}
