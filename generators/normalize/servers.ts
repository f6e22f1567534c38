/** Reads servers: URLs with variables, or scheme, host and base path of Swagger 2.0. */
import type { Server, ServerVariable } from '../ir/index.js';
import { extensionsOf } from './notes.js';
import type { Node, Source } from './source.js';

/** Reads the servers of a document, of a path or of an operation; undefined if it names none. */
export function serversOf(source: Source, node: Node): readonly Server[] | undefined {
  const servers = source.swagger ? swaggerServers(source, node) : source.entries(node, 'servers').map(serverIn(source));
  return servers.length === 0 ? undefined : servers;
}

function serverIn(source: Source) {
  return ([, node]: readonly [string, Node]): Server => {
    const name = source.text(node, 'name');
    const description = source.text(node, 'description')?.trim();
    const variables = source.entries(node, 'variables').map(([key, variable]) => variableOf(source, key, variable));
    return {
      url: source.text(node, 'url') ?? '/',
      ...(name && { name }),
      ...(description && { description }),
      ...(variables.length > 0 && { variables }),
      ...extensionsOf(node.value),
    };
  };
}

function variableOf(source: Source, name: string, node: Node): ServerVariable {
  const values = source.texts(node, 'enum');
  const description = source.text(node, 'description')?.trim();
  return {
    name,
    default: source.text(node, 'default') ?? values[0] ?? '',
    ...(values.length > 0 && { values }),
    ...(description && { description }),
  };
}

/** Without a host, the server is relative to the document; a scheme then means the same host as in examples. */
function swaggerServers(source: Source, node: Node): readonly Server[] {
  const schemes = source.texts(node, 'schemes');
  // An operation has only schemes; it is on the host of the document.
  const host = source.text(source.root, 'host') ?? (schemes.length > 0 ? 'localhost' : undefined);
  const basePath = source.text(source.root, 'basePath') ?? '';
  if (node.path.length > 0 && schemes.length === 0) return [];
  if (host === undefined) return basePath === '' ? [] : [{ url: basePath }];
  return (schemes.length > 0 ? schemes : ['https']).map((scheme) => ({
    url: `${scheme}://${host}${basePath.replace(/\/$/, '')}`,
  }));
}
