/** The document of one version → a document that claims to be of another one. */
import { get, isArray, isObject, type Json, type JsonObject } from '../document/index.js';

/** Replaces the version in `info` and at the beginning of the paths of the servers. */
export function asVersion(root: JsonObject, from: string, to: string): JsonObject {
  const info = get(root, 'info');
  const servers = get(root, 'servers');
  const serverAsVersion = (server: Json) => {
    const url = isObject(server) ? get(server, 'url') : undefined;
    return isObject(server) && typeof url === 'string'
      ? { ...server, url: url.replace(`/v${from}`, `/v${to}`) }
      : server;
  };
  return {
    ...root,
    ...(isObject(info) && { info: { ...info, version: to } }),
    ...(isArray(servers) && { servers: servers.map(serverAsVersion) }),
  };
}
