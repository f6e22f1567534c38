/** Invariant of watching for single edits: one edit for each input that a part of the output depends on. */
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { isObject, objectOf, type Json, type JsonObject } from '../../../document/index.js';
import { Session } from '../session.js';
import { checkedAnew } from './testing/checked-anew.js';
import { differences, record, small, text, to } from './testing/small-api.js';

const folder = temporaryFolder();
const config = join(folder, 'lading.config.json');
/** Everything as it was after each edit. */
const seen = temporaryFolder();

function save(files: JsonObject): void {
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content));
}

/** Members are put in, new ones first, and others stay as they are; null takes one out. */
function merged(tree: Json | undefined, edit: Json): Json {
  if (!isObject(edit)) return edit;
  const existing = isObject(tree) ? tree : {};
  const added = Object.keys(edit).filter((name) => !(name in existing));
  return objectOf(
    [...added, ...Object.keys(existing)]
      .filter((name) => edit[name] !== null)
      .map(
        (name) => [name, name in edit ? merged(existing[name], edit[name] ?? null) : (existing[name] ?? null)] as const,
      ),
  );
}

const api = (edit: JsonObject) => ({ 'api.json': edit });
const older = (edit: JsonObject) => ({ 'older.json': edit });
const settings = (edit: JsonObject) => ({ 'lading.config.json': edit });
const paths = (edit: JsonObject) => api({ paths: edit });
const buy = (edit: JsonObject) => paths({ '/tickets': { post: edit } });
const list = (edit: JsonObject) => paths({ '/tickets': { get: edit } });
const inspect = (edit: JsonObject) => paths({ '/windows/{id}': { get: edit } });
const schemas = (edit: JsonObject) => api({ components: { schemas: edit } });
const seat = (edit: JsonObject) => schemas({ Seat: { properties: edit } });
const operation = (operationId: string, tag: string) => ({
  operationId,
  tags: [tag],
  responses: { '200': { description: 'Done.' } },
});
/** A schema under a name that some package wants for something else; nothing leads to it. */
const called = (name: string) => schemas({ [name]: record({ Id: text }) });

/** Each of the small API as it is at first: it undoes the one before. */
const edits: Readonly<Record<string, JsonObject>> = {
  // A schema behind those that operations name.
  'a type': seat({ Label: { type: 'integer' } }),
  'a large integer': seat({ Number: { format: 'int64' } }),
  'a field that may be null': seat({ Label: { type: ['string', 'null'] } }),
  'a field that is required': schemas({ Seat: { required: ['Label'] } }),
  'a field more': seat({ Color: text }),
  'a field less': seat({ Number: null }),
  'a description': seat({ Label: { description: 'What it is called.' } }),
  'an example': seat({ Label: { example: 'A1' } }),
  'a default': seat({ Label: { default: 'A1' } }),
  'a bound': seat({ Number: { minimum: 3 } }),
  'since when': seat({ Label: { 'x-lading-since': '1.0' } }),
  'a value': schemas({ Kind: { enum: ['adult', 'senior', 'child'] } }),
  'a rule': schemas({
    Seat: { 'x-lading-rules': [{ kind: 'excludes', fields: ['Label', 'Number'], sentence: 'Not both.' }] },
  }),
  'another kind of schema': schemas({ Kind: { type: 'integer', enum: null } }),
  'an array of schemas': schemas({ Row: { properties: { Seat: { type: 'array', items: to('Seat'), $ref: null } } } }),
  'a field of the base of a schema': schemas({ Wish: { properties: { Note: { type: 'integer' } } } }),
  'a failure in a stream': schemas({ News: { properties: { error: text } } }),
  // Of an operation.
  'a summary': buy({ summary: 'Sell a ticket' }),
  'a verb': buy({ operationId: 'TicketSell' }),
  'a path': paths({ '/windows/{id}': null, '/counters': { get: operation('WindowInspect', 'Window') } }),
  'a parameter': list({ parameters: [{ name: 'of', in: 'query', schema: text }] }),
  'a response': list({ responses: { '409': { description: 'Closed.' } } }),
  'a header': list({ responses: { '200': { headers: { Count: { schema: text } } } } }),
  'a body that may be left out': buy({ requestBody: { required: false } }),
  'an operation more': paths({ '/tickets': { delete: operation('TicketDelete', 'Ticket') } }),
  'an operation less': paths({ '/tickets': { get: null } }),
  // Names, and the order of declarations.
  'a group': inspect({ tags: ['Ticket'] }),
  'the title of a group': api({ tags: [{ name: 'Ticket', 'x-displayName': 'Tickets' }, { name: 'Window' }] }),
  'a schema that one group uses': schemas({ Window: { properties: { Row: null } } }),
  'a schema with the name of a request': called('TicketBuyRequest'),
  'a schema with the name of a response': called('TicketBuyResponse'),
  'a schema with the name of its values': called('KindValues'),
  'a schema with the name of an operation': called('TicketBuyOperation'),
  'a schema with the name of an input': called('TicketBuyInput'),
  'a schema with the name of another but for its case': called('ROW'),
  'a schema with the name of a response, and in use': schemas({
    TicketBuyResponse: record({ Id: text }),
    Window: { properties: { More: to('TicketBuyResponse') } },
  }),
  'a noun as another': paths({ '/engine': { get: operation('EngineList', 'Engine') } }),
  'a verb as another': paths({ '/tickets': { put: operation('TicketBuyInput', 'Ticket') } }),
  // Of the document.
  'its title': api({ info: { title: 'Tickets' } }),
  'its number': api({ info: { version: '1.3' } }),
  'its dialect': api({ openapi: '3.0.3' }),
  'its address': api({ servers: [{ url: 'http://localhost/v2' }] }),
  'its name': { ...settings({ documents: ['other.json'] }), ...older({ extends: 'other.json' }) },
  // Of the older version.
  'a difference more': older({
    actions: [...differences, { target: '$.components.schemas.Window.properties.Id', remove: true }],
  }),
  'a field that only the newer has': {
    ...schemas({ Window: { properties: { Lately: text } } }),
    ...older({
      actions: [...differences, { target: '$.components.schemas.Window.properties.Lately', remove: true }],
    }),
  },
  'a difference less': older({ actions: differences.slice(0, -1) }),
  'its own number': older({
    info: { version: '1.0' },
    actions: [{ target: '$.info', update: { version: '1.0' } }, ...differences.slice(1)],
  }),
  'no older version': settings({ overlays: [], emitters: ['types', 'client', 'server', 'docs'] }),
  // Of the configuration.
  'the scope': settings({ scope: '@acme' }),
  'the names of packages': settings({ packageName: '{kind}-of-{version}' }),
  'no client': settings({ emitters: ['types', 'server', 'docs', 'conversion'] }),
  'no server': settings({ emitters: ['types', 'client', 'docs', 'conversion'] }),
  'a workspace': settings({ workspace: true }),
  'the product': settings({ product: 'Acme' }),
};

// Without a full run the session takes in two of seven, of each kind of edit at least one. Every second result is checked, in an
// exhaustive run each.
const isFullRun = inject('isFullRun');
const taken = Object.entries(edits).filter((_edit, index) => isFullRun || [2, 4].includes(index % 7));
const checked = taken.map(([what]) => what).filter((_what, index) => inject('isExhaustiveRun') || index % 2 === 1);

// The modules of the session stay those that they are until the last edit: to look anew loads them all again.
beforeAll(async () => {
  save(small);
  const session = await Session.of({ config });
  expect((await session.run([])).problem).toBeUndefined();
  for (const [what, edit] of taken) {
    const files = merged(small, edit) as JsonObject;
    save({ ...files, 'other.json': files['api.json'] ?? null });
    expect((await session.run(session.changed())).problem).toBeUndefined();
    cpSync(folder, join(seen, what), { recursive: true });
  }
}, 240_000);
afterAll(() => [folder, seen].forEach((one) => rmSync(one, { recursive: true })), 240_000);

it.each(checked)('%s', async (what) => {
  rmSync(folder, { recursive: true });
  cpSync(join(seen, what), folder, { recursive: true });
  expect(await checkedAnew(config)).toEqual({ exit: 0, output: '' });
});
