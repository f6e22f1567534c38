/** A rebase inverts the overlays between the former and the new base version; the others stay. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';
import { putThings } from '../../testing/things.js';
import { rebase } from '../index.js';

/** A specification of 1.0, with overlays for 1.1, which extends it, and 1.2, which extends 1.1. */
function specification(): string {
  const folder = temporaryFolder();
  putThings(folder);
  const spec = join(folder, 'spec');
  mkdirSync(join(spec, 'overlays'), { recursive: true });
  for (const [version, base, name] of [
    ['1.1', '../v1.0/openapi.yaml', 'one'],
    ['1.2', 'v1.1.yaml', 'two'],
  ] as const)
    writeFileSync(
      join(spec, `overlays/v${version}.yaml`),
      `overlay: 1.0.0
info: { title: Things ${version}, version: '${version}' }
extends: ${base}
actions:
  - target: $.info
    update: { version: '${version}' }
  - target: $.components.schemas.Thing.properties
    update: { ${name}: { type: string, description: A text. } }
`,
    );
  writeFileSync(
    join(spec, 'versions.yaml'),
    'product: Acme\nroot: v1.0/openapi.yaml\noverlays: [overlays/v1.1.yaml, overlays/v1.2.yaml]\n',
  );
  return spec;
}

it.each([
  ['1.1', ['1.0']],
  ['1.2', ['1.1', '1.0']],
])('to %s', async (version, inverted) => {
  const spec = specification();
  const result = await rebase(spec, version, { dryRun: false });
  expect(result).toMatchObject({ version, versions: 3 });
  expect([...result.inverted].sort()).toEqual([...inverted].sort());
  expect(readFileSync(join(spec, 'versions.yaml'), 'utf8')).toContain(`root: v${version}/openapi.yaml`);
  await expect(rebase(spec, version, { dryRun: true })).rejects.toMatchObject({ problem: { code: 'USAGE' } });
});

it('of a specification in Swagger 2.0, with its parameters, responses and schemas', async () => {
  const spec = temporaryFolder();
  const get = {
    operationId: 'ThingList',
    tags: ['Thing'],
    parameters: [{ $ref: '#/parameters/Limit' }],
    responses: {
      200: { description: 'Things.', schema: { $ref: '#/definitions/Thing' } },
      500: { $ref: '#/responses/Failed' },
    },
  };
  const root = {
    swagger: '2.0',
    info: { title: 'Things', version: '1.0' },
    paths: { '/things': { get } },
    parameters: { Limit: { name: 'limit', in: 'query', type: 'integer' } },
    responses: { Failed: { description: 'It failed.', schema: { $ref: '#/definitions/Thing' } } },
    definitions: { Thing: { type: 'object', properties: { Name: { type: 'string' } } } },
  };
  writeFileSync(join(spec, 'openapi.json'), JSON.stringify(root));
  const actions = [{ target: '$.info', update: { version: '1.1' } }];
  const overlay = { overlay: '1.0.0', info: { title: 'Things', version: '1.1' }, extends: 'openapi.json', actions };
  writeFileSync(join(spec, 'later.yaml'), JSON.stringify(overlay));
  writeFileSync(join(spec, 'versions.yaml'), 'root: openapi.json\noverlays: [later.yaml]\n');
  expect(await rebase(spec, '1.1')).toMatchObject({ version: '1.1', versions: 2 });
  expect(readdirSync(join(spec, 'v1.1'))).toEqual(['openapi.yaml', 'thing.yaml']);
});

it('of a document with examples, of which nothing refers to one', async () => {
  const spec = temporaryFolder();
  const examples = { all: { $ref: '#/components/examples/used' } };
  const content = { 'application/json': { schema: { type: 'string' }, examples } };
  const get = { operationId: 'ThingList', tags: ['Thing'], responses: { 200: { description: 'Things.', content } } };
  const root = {
    openapi: '3.1.0',
    info: { title: 'Things', version: '1.0' },
    paths: { '/things': { get } },
    components: { examples: { used: { value: 'a' }, 'not used': { value: 'b' } } },
  };
  writeFileSync(join(spec, 'openapi.json'), JSON.stringify(root));
  const actions = [{ target: '$.info', update: { version: '1.1' } }];
  const overlay = { overlay: '1.0.0', info: { title: 'Things', version: '1.1' }, extends: 'openapi.json', actions };
  writeFileSync(join(spec, 'later.yaml'), JSON.stringify(overlay));
  writeFileSync(join(spec, 'versions.yaml'), 'root: openapi.json\noverlays: [later.yaml]\n');
  expect(await rebase(spec, '1.1')).toMatchObject({ version: '1.1', versions: 2 });
  const contentOf = (file: string) => load(readFileSync(join(spec, 'v1.1', file), 'utf8'));
  expect(contentOf('responses.yaml')).toEqual({ components: { examples: { used: { value: 'a' } } } });
  expect(contentOf('openapi.yaml')).toMatchObject({ components: { examples: { 'not used': { value: 'b' } } } });
});

it('leaves files that are not of the specification where they are, and replaces none', async () => {
  const spec = specification();
  writeFileSync(join(spec, 'v1.0/notes.md'), 'mine');
  writeFileSync(join(spec, 'overlays/v1.0.yaml'), 'mine');
  await expect(rebase(spec, '1.1')).rejects.toMatchObject({
    problem: { code: 'WRITE_FOREIGN', place: expect.stringMatching(/overlays.v1\.0\.yaml$/) as string },
  });
  rmSync(join(spec, 'overlays/v1.0.yaml'));
  const { removed } = await rebase(spec, '1.1');
  expect(removed).toEqual(['v1.0/openapi.yaml', 'overlays/v1.1.yaml']);
  expect(readdirSync(join(spec, 'v1.0'))).toEqual(['notes.md']);
});

it('keeps each rule with the difference that it had, or with one of the same schema, or else with the first', async () => {
  const spec = specification();
  const rule = (property: string, value: number) =>
    `[{ direction: request.upgrade, rule: set, at: { operations: [ThingList], body: ${property} }, value: ${value}, description: It was another. }]`;
  writeFileSync(
    join(spec, 'overlays/v1.1.yaml'),
    `overlay: 1.0.0
info: { title: Things 1.1, version: '1.1' }
extends: ../v1.0/openapi.yaml
actions:
  - target: $.info
    update: { version: '1.1' }
  - target: $.components.schemas.Thing.properties
    x-lading-difference: one
    update: { first: { type: string, description: A text. } }
  - target: $.components.schemas.Thing.properties
    x-lading-difference: two
    update: { second: { type: string, description: A text. } }
    x-lading-conversion-rules: ${rule('of-two', 1)}
  - target: $.components.schemas
    x-lading-difference: lid
    update: { Lid: { type: string, description: A lid. } }
    x-lading-conversion-rules: ${rule('of-lid', 2)}
  - target: $.components.schemas.Thing.properties.second
    x-lading-difference: gone
    update: { minLength: 1 }
    x-lading-conversion-rules: ${rule('of-gone', 3)}
  - target: $..get
    x-lading-difference: anywhere
    update: { description: Lists them. }
    x-lading-conversion-rules: ${rule('of-anywhere', 4)}
`,
  );
  await rebase(spec, '1.1', { dryRun: false });
  const overlay = load(readFileSync(join(spec, 'overlays/v1.0.yaml'), 'utf8')) as {
    readonly actions: readonly Readonly<Record<string, unknown>>[];
  };
  const places = overlay.actions.map((action) => [
    action['x-lading-difference'],
    ((action['x-lading-conversion-rules'] ?? []) as { at: { body: string } }[]).map(({ at }) => at.body),
  ]);
  expect(places).toEqual([
    ['version', ['of-anywhere']],
    ['things', []],
    ['one', ['of-gone']],
    ['two', ['of-two']],
    ['lid', ['of-lid']],
  ]);
});
