/** A small API of two versions in which every kind of package has something to say, and its configuration. */
import type { JsonObject } from '../../../../document/index.js';

export const text = { type: 'string' };
export const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const record = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });
export const json = (schema: JsonObject, more: JsonObject = {}) => ({
  content: { 'application/json': { schema, ...more } },
});

const api: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Kiosk', version: '1.2' },
  tags: [{ name: 'Ticket', description: 'What is sold.' }, { name: 'Window' }],
  paths: {
    '/tickets': {
      post: {
        operationId: 'TicketBuy',
        tags: ['Ticket'],
        summary: 'Buy a ticket',
        requestBody: { required: true, ...json(to('Order')) },
        responses: { '201': { description: 'Bought.', ...json(to('Ticket')) }, '404': { description: 'No such row.' } },
      },
      get: {
        operationId: 'TicketList',
        tags: ['Ticket'],
        responses: { '200': { description: 'All.', ...json({ type: 'array', items: to('Ticket') }) } },
      },
    },
    '/news': {
      get: {
        operationId: 'TicketNews',
        tags: ['Ticket'],
        responses: {
          '200': { description: 'As they come.', ...json(to('News'), { 'x-lading-stream': { kind: 'json-lines' } }) },
        },
      },
    },
    '/windows/{id}': {
      get: {
        operationId: 'WindowInspect',
        tags: ['Window'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
        responses: { '200': { description: 'It.', ...json(to('Window')) } },
      },
    },
  },
  components: {
    schemas: {
      Order: { allOf: [to('Wish'), record({ Row: to('Row'), Kind: to('Kind') }, { required: ['Row'] })] },
      Wish: record({ Note: text }),
      News: record({ Row: to('Row') }),
      Ticket: record({ Id: text, Row: to('Row') }, { required: ['Id'] }),
      Window: record({ Id: text, Row: to('Row') }),
      Row: record({ Seat: to('Seat'), Kind: to('Kind') }, { required: ['Seat'] }),
      Seat: record({ Label: text, Number: { type: 'integer' }, Former: text }),
      Kind: { type: 'string', enum: ['adult', 'senior'] },
    },
  },
};

/** How the older version differs. */
export const differences: readonly JsonObject[] = [
  { target: '$.info', update: { version: '1.1' } },
  {
    target: '$.components.schemas.Seat.properties.Former',
    description: 'Seats have none.',
    'x-lading-difference': 'former',
    'x-lading-conversion-rules': [
      { direction: 'request.downgrade', rule: 'drop', at: { schema: 'Seat.Former' }, description: 'It is left out.' },
    ],
    remove: true,
  },
  { target: '$.components.schemas.Ticket.properties.Row', description: 'Tickets have none.', remove: true },
];

const older: JsonObject = {
  overlay: '1.0.0',
  info: { title: 'Kiosk 1.1', version: '1.1' },
  extends: 'api.json',
  actions: differences,
};

const settings: JsonObject = {
  documents: ['api.json'],
  overlays: ['older.json'],
  emitters: ['types', 'client', 'server', 'docs', 'conversion'],
  out: 'out',
  workspace: false,
};

/** By the name of the file. */
export const small: JsonObject = { 'api.json': api, 'older.json': older, 'lading.config.json': settings };
