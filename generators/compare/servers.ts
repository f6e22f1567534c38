/** Compares servers by their URLs. The version of the API in a URL is no difference. */
import type { Api, ChangeSubject, Server } from '../ir/index.js';
import { effectInBoth, nonBreaking } from './breaking-changes.js';
import { capitalized } from './optionality.js';
import { equalFacts } from './facts.js';
import type { ComparedPair } from './pair.js';
import { code, json, list } from './sentence-parts.js';

interface ServersPosition {
  readonly pair: ComparedPair;
  readonly subject: ChangeSubject;
  readonly place: string;
  /** What has the servers: `The API`. */
  readonly label: string;
}

interface ComparedServers {
  readonly api: Api;
  /** Absent if they are those of the API. */
  readonly servers?: readonly Server[];
}

export function compareServers(at: ServersPosition, older: ComparedServers, newer: ComparedServers): void {
  const before = new Set(serversOf(older));
  const rest = serversOf(newer).filter((server) => !pairs(server, ({ url }) => url.replace(/\/$/, '')));
  const added = rest.filter((server) => !pairs(server, ({ url, api }) => neutral(url, api)));
  for (const server of added) one(at, server, 'added');
  for (const server of before) one(at, server, 'removed');

  /** Compares a server with that of the older version that has the same key, if there is one. */
  function pairs(server: ServerOf, keyOf: (server: ServerOf) => string): boolean {
    const other = [...before].find((each) => keyOf(each) === keyOf(server));
    if (other === undefined) return false;
    before.delete(other);
    compareVariables(at, other, server);
    return true;
  }
}

/** Clients that use the address of a removed server reach nothing. */
function one(at: ServersPosition, { url }: Server, kind: 'added' | 'removed'): void {
  at.pair.findings.push({
    kind,
    subject: at.subject,
    place: at.place,
    [kind === 'added' ? 'after' : 'before']: { server: url },
    effect: kind === 'added' ? nonBreaking : effectInBoth('client'),
    say: () => `The server ${code(url)} was ${kind === 'added' ? 'added to' : 'removed from'} ${at.label}.`,
  });
}

function compareVariables(at: ServersPosition, older: Server, newer: Server): void {
  const before = factsOf(older);
  const after = factsOf(newer);
  if (equalFacts(before, after)) return;
  const isRemoved = before.some((variable) => {
    const values = after.find(({ name }) => name === variable.name)?.values;
    return values !== undefined && (variable.values ?? [variable.default]).some((value) => !values.includes(value));
  });
  const names = [...before, ...after]
    .filter(({ name }) => !equalFacts(variableIn(before, name), variableIn(after, name)))
    .map(({ name }) => name);
  const shown = list([...new Set(names)].map(code));
  at.pair.findings.push({
    kind: 'default',
    subject: at.subject,
    place: at.place,
    before: { server: older.url, variables: before },
    after: { server: newer.url, variables: after },
    effect: isRemoved ? effectInBoth('client') : nonBreaking,
    say: () =>
      `${capitalized(`the variables ${shown} of the server ${code(newer.url)}`)} changed from ${json(before)} to ${json(after)}.`,
  });
}

function factsOf({ variables = [] }: Server) {
  return variables.map(({ description: _description, ...facts }) => facts);
}

function variableIn(variables: ReturnType<typeof factsOf>, name: string) {
  return variables.find((variable) => variable.name === name);
}

type ServerOf = Server & Pick<ComparedServers, 'api'>;

/** Servers of equal URLs are one. */
function serversOf({ api, servers = api.servers }: ComparedServers): readonly ServerOf[] {
  return [...new Map(servers.map((server) => [neutral(server.url, api), { ...server, api }])).values()];
}

function neutral(url: string, { version }: Api): string {
  const parts = url.split('/').map((part) => (part === version || part === `v${version}` ? '{version}' : part));
  return parts.join('/').replace(/\/$/, '');
}
