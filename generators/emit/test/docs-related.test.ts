/** What the reference says of authentication, callbacks, links and webhooks. */
import { expect, it } from 'vitest';
import { documentOf, type JsonObject } from '../../document/index.js';
import { normalize } from '../../normalize/index.js';
import { groupPage, pageContextOf, pagesOf } from '../docs/pages.js';
import { webhooksPage } from '../docs/webhooks-page.js';

const string = { type: 'string' };
const event = (schema: JsonObject): JsonObject => ({
  post: {
    summary: 'Box full',
    requestBody: { content: { 'application/json': { schema } } },
    responses: { 204: { description: 'Seen.' } },
  },
});
const api = normalize(
  documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1' },
    tags: [{ name: 'Box' }],
    paths: {
      '/boxes': {
        post: {
          operationId: 'BoxMake',
          tags: ['Box'],
          security: [{ key: [] }, { id: ['read', 'a`b'] }, {}],
          responses: {
            200: {
              summary: 'Made',
              description: 'The box.',
              links: { next: { operationId: 'BoxGet', parameters: { id: '$response.body#/id' } } },
            },
          },
          callbacks: { done: { '{$request.query.url}': event(string) } },
        },
      },
    },
    webhooks: { full: event({ $ref: '#/components/schemas/Box' }) },
    components: { schemas: { Box: { type: 'object', properties: { id: string } } } },
  }),
);
const context = pageContextOf(api, { scope: '@lading' });

it('names the authentication and the callbacks of an operation, and the links of a response', () => {
  const [operation] = api.groups.flatMap((group) => groupPage(group, context).operations);
  expect(operation?.rules).toEqual([
    'Authentication: `key`, or `id` (`read`, `` a`b ``), or none.',
    'Callback `done`: the server sends `POST {$request.query.url}`.',
  ]);
  expect(operation?.responses[0]?.description).toBe('Made.\n\nThe box.');
  expect(operation?.responses[0]?.rules).toEqual(['Link `next`: `BoxGet` with `id` = `$response.body#/id`.']);
});

it('has a page of webhooks and callbacks', () => {
  const box = { text: 'Box', link: expect.stringContaining('Box') as string };
  expect(webhooksPage(context).sections).toEqual([
    {
      anchor: 'FullWebhook',
      title: 'full',
      text: 'A webhook: the server sends `POST` (`FullWebhook`).\n\nBox full',
      table: {
        head: ['Message', 'Media type', 'Schema', 'Description'],
        rows: [
          [['request, optional'], ['application/json'], [box], [{ markdown: '' }]],
          [['response 204'], ['–'], ['no body'], [{ markdown: 'Seen.' }]],
        ],
      },
    },
    expect.objectContaining({
      title: 'done',
      text: 'A callback of `BoxMake`, sent to `{$request.query.url}`: the server sends `POST` (`BoxMakeDonePost`).\n\nBox full',
    }),
  ]);
  expect(pagesOf(context).map(({ path }) => path)).toContain('webhooks');
});

it('has no such page without any', () => {
  const quiet = pageContextOf({ ...api, operations: [], webhooks: [] }, { scope: '@lading' });
  expect(pagesOf(quiet).map(({ path }) => path)).not.toContain('webhooks');
});
