/** A small API in two versions, as docs packages contain it: 1.0 is an overlay of 2.0. */
import type { Page, PageListEntry, Mark } from '../../src/gen/page.js';
import type { Source } from '../../src/source/index.js';

const versions = ['1.0', '2.0'] as const;

export function mark(kind: Mark['kind'], text: string, anchor: string): Mark {
  return { kind, text, description: `Says ${anchor}.`, breaks: 'none', versions, change: `changes#${anchor}` };
}

export const field = (anchor: string, more: object = {}) => ({
  anchor,
  name: anchor.slice(anchor.lastIndexOf('.') + 1),
  type: ['string'],
  required: false,
  nullable: false,
  bounds: [],
  rules: [],
  marks: [],
  ...more,
});

export const operation = (id: string, method: string, path: string, more: object = {}) => ({
  anchor: id,
  id,
  method,
  path,
  summary: `Summary of ${id}`,
  rules: [],
  parameters: [],
  missing: [],
  responses: [
    { anchor: `${id}.200`, status: '200', description: 'Done.', rules: [], headers: [], content: [], marks: [] },
    { anchor: `${id}.409`, status: '409', description: 'Taken.', rules: [], headers: [], content: [], marks: [] },
  ],
  examples: { response: { status: '200' } },
  code: { curl: `curl http://localhost/v{version}${path}` },
  marks: [],
  ...more,
});

export const schema = (name: string, fields: readonly object[], more: object = {}) =>
  ({
    kind: 'schema',
    path: `schemas/${name}`,
    title: name,
    name,
    group: 'ticket',
    schema: 'record',
    type: ['object'],
    nullable: false,
    bounds: [],
    rules: [],
    fields,
    missing: [],
    usedBy: { operations: [], schemas: [] },
    uses: [],
    ...more,
  }) as unknown as Page;

export const group = (operations: readonly object[], more: object = {}) =>
  ({ kind: 'group', path: 'groups/ticket', title: 'Tickets', operations, missing: [], ...more }) as unknown as Page;

export const index = { kind: 'index', path: 'index', title: 'Kiosk', sections: [], missing: [] } as unknown as Page;

const body = {
  anchor: 'TicketBuy.body',
  required: true,
  content: [
    {
      anchor: 'TicketBuy.body.json',
      marks: [],
      mediaType: 'application/json',
      type: [{ text: 'Order', link: 'schemas/Order' }],
    },
  ],
  rules: [],
  marks: [],
};

const newer: Page[] = [
  index,
  group([
    operation('TicketBuy', 'POST', '/tickets/buy', {
      parameters: [field('TicketBuy.query.seat', { in: 'query' })],
      body,
    }),
    operation('TicketRefund', 'DELETE', '/tickets/{id}'),
  ]),
  schema('Order', [field('Order.Day'), field('Order.Pay~20~By')], { uses: [{ text: 'Guest', link: 'schemas/Guest' }] }),
  schema('Guest', [field('Guest.Name')]),
];

const change = (
  anchor: string,
  kind: string,
  place: string,
  link: string,
  other = link,
  operations: readonly string[] = [],
) => ({
  anchor,
  kind,
  place,
  link,
  other,
  sentence: `Says ${anchor}.`,
  direction: 'both',
  breaks: 'none',
  operations: operations.map((text) => ({ text, link: `groups/ticket#${text}` })),
  migrate: [],
});

const changes = {
  kind: 'changes',
  path: 'changes',
  title: '1.0 → 2.0',
  from: '1.0',
  to: '2.0',
  behaviours: [],
  groups: [
    {
      anchor: 'TicketBuy',
      title: 'TicketBuy',
      link: 'groups/ticket#TicketBuy',
      changes: [
        change('seat-added', 'added', 'TicketBuy query seat', 'groups/ticket#TicketBuy.query.seat'),
        change('Day-added', 'added', 'Order.Day', 'schemas/Order#Order.Day', undefined, ['TicketBuy']),
        change('Coin-removed', 'removed', 'Order.Coin', 'schemas/Order#Order.Coin', 'schemas/Order'),
        change('Guest-renamed', 'renamed', 'Guest', 'schemas/Person', 'schemas/Guest'),
        change('Name-default', 'default', 'Guest.Name', 'schemas/Person#Person.Name', 'schemas/Guest#Guest.Name'),
        change('TicketRefund-added', 'added', 'TicketRefund', 'groups/ticket#TicketRefund'),
      ],
    },
  ],
} as unknown as Page;

const missing = (anchor: string, name: string, change: string, more: object = {}) => ({
  anchor,
  name,
  marks: [mark('added', 'since 2.0', change)],
  ...more,
});

const older: Page[] = [
  index,
  group(
    [
      operation('TicketBuy', 'POST', '/tickets/buy', {
        body,
        missing: [missing('TicketBuy.query.seat', 'seat', 'seat-added', { in: 'query' })],
      }),
    ],
    { missing: [missing('TicketRefund', 'TicketRefund', 'TicketRefund-added')] },
  ),
  schema(
    'Order',
    [field('Order.Coin', { marks: [mark('removed', 'until 2.0', 'Coin-removed')] }), field('Order.Pay~20~By')],
    {
      missing: [missing('Order.Day', 'Day', 'Day-added')],
      uses: [{ text: 'Person', link: 'schemas/Person' }],
    },
  ),
  schema(
    'Person',
    [
      field('Person.Name', {
        marks: [
          { ...mark('default', 'default differs in 2.0', 'Name-default'), counterpart: 'default differs in 1.0' },
        ],
      }),
    ],
    {
      marks: [{ ...mark('renamed', 'named Guest in 2.0', 'Guest-renamed'), counterpart: 'named Person in 1.0' }],
    },
  ),
  changes,
];

export function source(version: string, pages: readonly Page[], base?: string): Source {
  const entries = pages.map((page): PageListEntry => ({
    path: page.path,
    title: page.title,
    kind: page.kind,
    ...(page.kind === 'group' ? { group: page.path.replace('groups/', '') } : {}),
    ...(page.kind === 'schema' ? { group: page.group } : {}),
    package: `@lading/docs-v${version}`,
  }));
  return {
    list: { version, title: 'Kiosk', pages: entries, ...(base === undefined ? {} : { extends: base }) },
    pages: new Map(pages.map((page) => [page.path, page])),
    files: new Map(),
    markdown: new Map(),
  };
}

export const kiosk: readonly Source[] = [source('2.0', newer), source('1.0', older, '2.0')];
