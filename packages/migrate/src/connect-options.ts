/** The options of `connect` for those of dockerode. */
import { Node } from 'ts-morph';
import type { TextOf } from './write-call.js';

export interface ConnectOptions {
  readonly text: string;
  /** Why the options have no counterpart. */
  readonly problem?: string;
  /** An option that is left out. */
  readonly omitted?: string;
}

const names = [
  'socketPath',
  'protocol',
  'host',
  'port',
  'username',
  'ca',
  'cert',
  'key',
  'version',
  'timeout',
  'headers',
];

export function connectOptions(options: Node, textOf: TextOf): ConnectOptions {
  const problem = 'the options are { host: "unix://…", "tcp://…" or "ssh://…", tls: { ca, cert, key } }';
  if (!Node.isObjectLiteralExpression(options)) return { text: textOf(options), problem };
  const values = new Map<string, Node>();
  for (const property of options.getProperties()) {
    const isPlain = Node.isPropertyAssignment(property) || Node.isShorthandPropertyAssignment(property);
    const name = isPlain ? property.getName() : '';
    const value = Node.isPropertyAssignment(property)
      ? property.getInitializer()
      : isPlain
        ? property.getNameNode()
        : undefined;
    if (!names.includes(name) || value === undefined) return { text: textOf(options), problem };
    values.set(name, value);
  }
  const parts: string[] = [];
  const path = values.get('socketPath');
  const host = values.get('host');
  if (path !== undefined) parts.push(`host: ${joined(['unix://', path], textOf)}`);
  else if (host !== undefined) parts.push(`host: ${address(host, values, textOf)}`);
  const tls = ['ca', 'cert', 'key'].flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [value.getText() === name ? name : `${name}: ${textOf(value)}`];
  });
  if (tls.length > 0) parts.push(`tls: { ${tls.join(', ')} }`);
  for (const name of ['timeout', 'headers']) {
    const value = values.get(name);
    if (value !== undefined) parts.push(`${name}: ${textOf(value)}`);
  }
  const version = values.get('version');
  const text = parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
  if (version === undefined) return { text };
  const omitted = `\`version: ${version.getText()}\` is left out: connect() uses the newest version that the engine supports, and DOCKER_API_VERSION sets another`;
  return { text, omitted };
}

function address(host: Node, values: ReadonlyMap<string, Node>, textOf: TextOf): string {
  const protocol = values.get('protocol');
  const scheme =
    protocol !== undefined && Node.isStringLiteral(protocol) && protocol.getLiteralText() === 'ssh'
      ? 'ssh://'
      : 'tcp://';
  const user = values.get('username');
  const port = values.get('port');
  return joined(
    [scheme, ...(user === undefined ? [] : [user, '@']), host, ...(port === undefined ? [] : [':', port])],
    textOf,
  );
}

/** One string literal, or a template if a part is names only when the program runs. */
function joined(parts: readonly (string | Node)[], textOf: TextOf): string {
  const constant = (part: string | Node): string | undefined => {
    if (typeof part === 'string') return part;
    if (Node.isStringLiteral(part) || Node.isNoSubstitutionTemplateLiteral(part))
      return part.getLiteralText().replace(/^\w+:\/\//, '');
    return Node.isNumericLiteral(part) ? part.getText() : undefined;
  };
  if (parts.every((part) => constant(part) !== undefined)) return `'${parts.map(constant).join('')}'`;
  return `\`${parts.map((part) => constant(part) ?? `\${${textOf(part as Node)}}`).join('')}\``;
}
