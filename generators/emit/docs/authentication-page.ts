/** The security schemes and the servers of the model → the page of authentication. */
import type { OAuth2Flow, Operation, SecurityRequirement, SecurityScheme, Server } from '../../emitter/index.js';
import type { ArticlePage, CellText, SectionEntry } from './page.js';
import type { PageContext } from './page-context.js';
import { alternativesOf } from './related-operations.js';
import { segment } from './segment.js';

export function authenticationPage({ api, anchors }: PageContext): ArticlePage {
  const requirements = requirementsOf(api.operations);
  const schemes = api.securitySchemes.map((scheme): SectionEntry => {
    const rows = [...(requirements.get(scheme.name) ?? [])].map(([operation, own]): readonly CellText[] => [
      [{ text: operation.id, link: anchors.operation(operation) }],
      [alternativesOf(operation.security ?? [], alternativeText, own).join(' or ')],
    ]);
    return {
      anchor: segment(scheme.name),
      title: scheme.name,
      text: [...textOf(scheme), scheme.description ?? ''].filter((part) => part !== '').join('\n\n'),
      ...(rows.length > 0 && { table: { head: ['Operation', 'Requires'], rows } }),
    };
  });
  const isShown = api.servers.length > 0 && (schemes.length > 0 || api.servers.some(isDescribed));
  const servers = isShown ? [serversSection(api.servers)] : [];
  const title = schemes.length > 0 ? 'Authentication' : 'Servers';
  return { kind: 'article', path: 'authentication', title, sections: [...schemes, ...servers] };
}

/** Returns the operations that require each scheme, with the alternatives that do. */
function requirementsOf(operations: readonly Operation[]) {
  const all = new Map<string, Map<Operation, SecurityRequirement[]>>();
  for (const operation of operations)
    for (const requirement of operation.security ?? [])
      for (const { scheme } of requirement) {
        const users = all.get(scheme) ?? new Map<Operation, SecurityRequirement[]>();
        all.set(scheme, users);
        users.set(operation, [...(users.get(operation) ?? []), requirement]);
      }
  return all;
}

/** Whether the samples of requests do not say all that a document says of a server. */
function isDescribed({ description, name, variables }: Server): boolean {
  return description !== undefined || name !== undefined || variables !== undefined;
}

/** Returns `petKey and petAuth (read, write)`, or that anonymous requests are allowed. */
function alternativeText(requirement: SecurityRequirement): string {
  const schemes = requirement.map(({ scheme, scopes = [] }) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(', ')})`,
  );
  return schemes.length === 0 ? 'nothing' : schemes.join(' and ');
}

function textOf(scheme: SecurityScheme): readonly string[] {
  switch (scheme.kind) {
    case 'api-key': {
      const places = { query: 'query parameter', header: 'header', cookie: 'cookie' };
      return [`A key in the ${places[scheme.in]} ${code(scheme.parameter)}.`];
    }
    case 'http': {
      const format = scheme.bearerFormat === undefined ? '' : `, of the format ${code(scheme.bearerFormat)}`;
      return [`The scheme ${code(scheme.scheme)} of the header \`Authorization\`${format}.`];
    }
    case 'oauth2':
      return ['OAuth 2.0.', ...scheme.flows.map(flowText)];
    case 'open-id-connect':
      return [`OpenID Connect, with the configuration at ${code(scheme.url)}.`];
    case 'mutual-tls':
      return ['A client certificate (mutual TLS).'];
  }
}

function flowText({
  kind,
  authorizationUrl,
  deviceAuthorizationUrl,
  tokenUrl,
  refreshUrl,
  scopes,
}: OAuth2Flow): string {
  const urls = [
    ['authorization', authorizationUrl],
    ['device authorization', deviceAuthorizationUrl],
    ['token', tokenUrl],
    ['refresh', refreshUrl],
  ].flatMap(([name, url]) => (url === undefined ? [] : [`${name} at ${code(url)}`]));
  const lines = scopes.map(
    ({ name, description = '' }) => `- ${code(name)}${description === '' ? '' : `: ${description}`}`,
  );
  return [`Flow ${code(kind)}: ${urls.join(', ')}.`, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n');
}

function serversSection(servers: readonly Server[]): SectionEntry {
  const rows = servers.map(({ url, name, description = '', variables = [] }): readonly CellText[] => [
    [url],
    [...(name === undefined ? [] : [`${name}. `]), { markdown: description }],
    [
      variables
        .map(
          ({ name: variable, default: preset, values = [], description: about = '' }) =>
            `${variable}: ${[preset, ...values.filter((one) => one !== preset)].join(', ')}${about === '' ? '' : `. ${about}`}`,
        )
        .join('; '),
    ],
  ]);
  return { anchor: 'api-servers', title: 'Servers', table: { head: ['URL', 'Description', 'Variables'], rows } };
}

/** Returns a code span. A document's text cannot end it. */
function code(text: string): string {
  return `\`${text.replaceAll('`', "'").replace(/\s+/g, ' ')}\``;
}
