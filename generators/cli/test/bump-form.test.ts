/** `lading bump` of documents in the form of the specification: each change is taken over as it is written. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { ladingIn } from './testing/lading-in.js';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'spec'));
  put('spec/versions.yaml', 'product: Acme\nroot: openapi.json\n');
});

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

/** Two published documents of an API in one form, in which only the publisher's own keywords and components say what changed. */
const forms: Readonly<Record<string, (isNewer: boolean) => object>> = {
  'Swagger 2.0': (isNewer) => ({
    swagger: '2.0',
    parameters: { Limit: { name: 'limit', in: 'query', type: 'integer', description: 'theirs' } },
    responses: { Failed: { description: 'theirs', schema: { $ref: '#/definitions/Failure' } } },
    paths: pathsOf(
      '#/parameters/',
      '#/responses/Failed',
      isNewer,
      { type: 'integer', 'x-nullable': true },
      (schema) => ({
        schema,
      }),
    ),
    definitions: schemasOf('#/definitions/', isNewer, { type: 'string', 'x-nullable': true }),
    ...(isNewer && { consumes: ['application/json'] }),
  }),
  'OpenAPI 3.0': (isNewer) => ({
    openapi: '3.0.3',
    paths: pathsOf(
      '#/components/parameters/',
      '#/components/responses/Failed',
      isNewer,
      { schema: { type: 'integer', nullable: true } },
      (schema) => ({ content: { 'application/json': { schema } } }),
    ),
    components: {
      parameters: { Limit: { name: 'limit', in: 'query', schema: { type: 'integer' }, description: 'theirs' } },
      responses: {
        Failed: {
          description: 'theirs',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
        },
      },
      schemas: schemasOf('#/components/schemas/', isNewer, { type: 'string', nullable: true }),
    },
  }),
  'OpenAPI 3.1': (isNewer) => ({ ...forms['OpenAPI 3.0']?.(isNewer), openapi: '3.1.0' }),
};

function pathsOf(
  parameters: string,
  failed: string,
  isNewer: boolean,
  type: object,
  body: (schema: object) => object,
): object {
  const since = { name: 'since', in: 'query', description: 'never to be taken over', ...type };
  const text = { type: 'string' };
  // The list has pages.
  const headers = { Link: parameters === '#/parameters/' ? text : { schema: text } };
  const list = { description: 'theirs', headers, ...body({ type: 'array', items: text }) };
  return {
    '/things': {
      parameters: [{ $ref: `${parameters}Limit` }, ...(isNewer ? [since] : [])],
      get: {
        operationId: 'ThingList',
        tags: ['Thing'],
        responses: { 200: list, 500: { $ref: failed }, ...(isNewer && { 409: { $ref: failed } }) },
      },
    },
  };
}

function schemasOf(schemas: string, isNewer: boolean, type: object): object {
  const note = { type: 'object', properties: { Note: { ...type, description: 'never to be taken over' } } };
  return {
    Failure: {
      allOf: [
        { type: 'object', properties: { Code: { type: 'integer', description: 'theirs' } }, description: 'theirs' },
        ...(isNewer ? [{ $ref: `${schemas}Base` }, note] : []),
      ],
    },
    Base: { type: 'object', properties: { Id: { type: 'string' } } },
  };
}

it.each(Object.entries(forms))('takes over a whole document in the form of ours, %s', async (_, documentOf) => {
  const document = (version: string, isNewer: boolean) =>
    JSON.stringify({ info: { title: 'Things', version }, ...documentOf(isNewer) });
  put('things-1.0.json', document('1.0', false));
  put('things-1.1.json', document('1.1', true));
  put('spec/openapi.json', document('1.0', false));
  const { stdout, stderr } = await ladingIn(folder, 'bump', 'things-1.1.json', '--spec', 'spec', '--json');
  expect(stderr).toBe('');
  const { questions, overlay } = JSON.parse(stdout) as { questions: readonly { kind: string }[]; overlay: string };
  expect(questions.filter(({ kind }) => kind !== 'rule')).toEqual([]);
  expect(overlay.slice(overlay.indexOf('actions:'))).not.toContain('taken over');
  const bundled = await ladingIn(folder, 'bundle', '1.1', '--spec', 'spec', '--json');
  put('bundled.json', bundled.stdout);
  const diff = await ladingIn(folder, 'diff', 'things-1.1.json', 'bundled.json');
  expect(diff).toMatchObject({ status: 0, stdout: '1.1 → 1.1\nNo changes.\n' });
});

it('needs no name of a product where documents do not have its placeholder', async () => {
  put('spec/versions.yaml', 'root: openapi.json\n');
  put('spec/openapi.json', '{ "openapi": "3.0.3", "info": { "title": "Vendor", "version": "1.0" }, "paths": {} }');
  const { stdout } = await ladingIn(folder, 'bundle', '1.0', '--spec', 'spec', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ info: { title: 'Vendor' } });
});

it('names what it cannot write into a document of an older form', async () => {
  const swagger = (version: string) =>
    JSON.stringify({ info: { title: 'Things', version }, ...forms['Swagger 2.0']?.(false) });
  put('spec/openapi.json', swagger('1.0'));
  put('things-1.0.json', swagger('1.0'));
  put('things-1.1.json', '{ "openapi": "3.0.3", "info": { "title": "Things", "version": "1.1" }, "paths": {} }');
  expect(await ladingIn(folder, 'bump', 'things-1.1.json', '--spec', 'spec')).toMatchObject({
    status: 1,
    stderr:
      'DOCUMENT_VERSION: Changes between documents in swagger-2.0 and openapi-3.0 cannot be written in swagger-2.0 (spec/openapi.json). Write the base version in OpenAPI 3.1, or list the documents in "documents" of the configuration.\n',
  });
});

it('replaces no overlay that the specification does not list', async () => {
  const document = (version: string) =>
    JSON.stringify({ info: { title: 'Things', version }, ...forms['OpenAPI 3.1']?.(false) });
  put('spec/openapi.json', document('1.0'));
  put('things-1.0.json', document('1.0'));
  put('things-1.1.json', document('1.1'));
  mkdirSync(join(folder, 'spec/overlays'));
  put('spec/overlays/v1.1.yaml', '# mine');
  expect(await ladingIn(folder, 'bump', 'things-1.1.json', '--spec', 'spec')).toMatchObject({
    status: 1,
    stderr:
      'WRITE_FOREIGN: The file exists, and the specification does not list it (spec/overlays/v1.1.yaml). List it in versions.yaml, or move it.\n',
  });
  expect(readFileSync(join(folder, 'spec/overlays/v1.1.yaml'), 'utf8')).toBe('# mine');
});
