/** How credentials travel → a page, made of the operations that take them. */
import type { ArticlePage, LinkText, SectionEntry } from './page.js';
import type { Room } from './room.js';
import { linkTo } from './spots.js';

export function authenticationPage(room: Room): ArticlePage {
  return {
    kind: 'article',
    path: 'authentication',
    title: 'Authentication',
    about:
      'An engine asks nobody who they are: whoever may open its socket may do everything. What is authenticated are the registries that an engine speaks to for its clients, and the client sends the credentials along with each call that needs them.',
    sections: [credentials, headersOf(room), ...tokenOf(room), daemon].filter((one) => one !== undefined),
  };
}

const credentials: SectionEntry = {
  anchor: 'credentials',
  title: 'Credentials in a header',
  text: 'The header `X-Registry-Auth` holds a JSON object in base64url (RFC 4648, section 5). Its members are texts: `username`, `password`, `email` and `serveraddress`, a domain or IP address without a protocol. Once a registry has given an identity token, that one stands alone: `{"identitytoken": "…"}`.',
  code: {
    language: 'sh',
    text: `auth='{"username":"ada","password":"example-password","serveraddress":"registry.example.com"}'\nprintf %s "$auth" | base64 -w0 | tr '+/' '-_'`,
  },
};

/** Which operations take which header. */
function headersOf({ api, spots }: Room): SectionEntry | undefined {
  const found = new Map<string, LinkText[]>();
  for (const { id, parameters } of api.operations) {
    for (const { name } of parameters.filter(
      ({ in: place, encoding }) => place === 'header' && encoding === 'base64url-json',
    )) {
      const spot = spots.at('operation', `${id} header ${name}`);
      found.set(name, [...(found.get(name) ?? []), { text: id, link: spot === undefined ? 'index' : linkTo(spot) }]);
    }
  }
  if (found.size === 0) return undefined;
  return {
    anchor: 'operations',
    title: 'Operations that take credentials',
    table: {
      head: ['Header', 'Operations'],
      rows: [...found].map(([name, links]) => [
        [name],
        links.flatMap((link, index) => [...(index === 0 ? [] : [', ']), link]),
      ]),
    },
  };
}

function tokenOf({ api, spots }: Room): readonly SectionEntry[] {
  const operation = api.operations.find(({ path }) => path === '/auth');
  if (operation === undefined) return [];
  return [
    {
      anchor: 'token',
      title: 'A token for a password',
      text: 'A password can be exchanged for an identity token, where the registry gives such tokens.',
      table: {
        head: ['Operation', 'What it does'],
        rows: [[[{ text: operation.id, link: spots.operation(operation) }], [{ markdown: operation.summary ?? '' }]]],
      },
    },
  ];
}

const daemon: SectionEntry = {
  anchor: 'engine',
  title: 'Access to the engine',
  text: 'The interface says nothing about who may speak to an engine. Its socket belongs to a user and a group, and over a network it is TLS with certificates on both sides that keeps strangers out.',
};
