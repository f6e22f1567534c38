/** What of a response's headers concerns more than the connection that it came on. */
import type { RawHeaders } from './raw-response.js';

const hopByHop =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Without those of one connection: by their name, or because `Connection` names them. */
export function endToEndHeaders(headers: RawHeaders): RawHeaders {
  const entries = Object.entries(headers).map(([name, value]) => [name, name.toLowerCase(), value] as const);
  const listed = new Set(
    entries
      .filter(([, key]) => key === 'connection')
      .flatMap(([, , value]) =>
        [value]
          .flat()
          .join(',')
          .toLowerCase()
          .split(/\s*,\s*/),
      ),
  );
  return Object.fromEntries(
    entries.filter(([, key]) => !hopByHop.test(key) && !listed.has(key)).map(([name, , value]) => [name, value]),
  );
}
