/** `lading bump` where nothing is left to decide: the packages are there at once. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../main.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-bump-'));
  mkdirSync(join(folder, 'spec/v1.0'), { recursive: true });
  mkdirSync(join(folder, 'spec/overlays'));
  put('spec/versions.yaml', 'product: Acme\nroot: v1.0/openapi.yaml\n');
  put('spec/v1.0/openapi.yaml', ours);
  put('acme-1.0.yaml', published('1.0', ''));
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(path: string, text: string): void {
  writeFileSync(join(folder, path), text);
}

const ours = `openapi: 3.1.0
info: { title: Things, version: '1.0' }
servers: [{ url: http://localhost/v1.0 }]
tags: [{ name: Thing }]
paths:
  /things:
    get:
      operationId: ThingList
      summary: List things
      tags: [Thing]
      responses:
        '200':
          description: The things.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Thing' } } } }
components:
  schemas:
    Thing:
      description: A thing of ours.
      type: object
      properties:
        VendorName: { type: string, description: What it is called. }
`;

function published(version: string, more: string): string {
  return `swagger: '2.0'
info: { title: Acme, version: '${version}' }
basePath: /v${version}
schemes: [http]
produces: [application/json]
paths:
  /things:
    get:
      operationId: ThingList
      tags: [Thing]
      responses: { 200: { description: somebody else wrote this, schema: { type: array, items: { $ref: '#/definitions/Thing' } } } }
definitions:
  Thing:
    type: object
    description: and somebody else wrote that as well
    properties:
      AcmeName: { type: string, description: another text of somebody else }
${more}`;
}

async function bump(
  file: string,
  ...args: readonly string[]
): Promise<{ exit: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (said[stream] += String(text)) !== '');
  const exit = await main(['bump', join(folder, file), '--spec', join(folder, 'spec'), ...args]);
  vi.restoreAllMocks();
  return { exit, stdout: said.stdout.replaceAll(folder, 'DIR'), stderr: said.stderr.replaceAll(folder, 'DIR') };
}

it('writes the overlay and generates', { timeout: 60_000 }, async () => {
  put('acme-1.1.yaml', published('1.1', '      AcmeSize: { type: integer, description: never to be taken over }\n'));
  const { exit, stdout } = await bump('acme-1.1.yaml', '--out', join(folder, 'out'));
  expect(exit).toBe(0);
  expect(stdout).toContain('`Thing.VendorSize` was added');
  const overlay = readFileSync(join(folder, 'spec/overlays/v1.1.yaml'), 'utf8');
  expect(overlay).toContain('# - components schemas Thing properties VendorSize');
  expect(overlay).toContain('VendorSize:\n        type: integer\n        x-lading-since: "1.1"');
  expect(overlay).not.toContain('taken over');
  expect(readFileSync(join(folder, 'spec/versions.yaml'), 'utf8')).toContain('overlays:\n  - overlays/v1.1.yaml\n');
  expect(readFileSync(join(folder, 'out/v1.1/types/gen/thing.ts'), 'utf8')).toContain('AcmeSize?: number');
});

it('says what it lacks', async () => {
  put('next.yaml', published('1.1', ''));
  expect(await bump('next.yaml')).toMatchObject({
    exit: 2,
    stderr:
      'USAGE: The name "next.yaml" does not tell where the document of version 1.0 lies (lading bump). Name what was published of 1.0: --previous FILE.\n',
  });
  expect(await bump('next.yaml', '--previous', join(folder, 'next.yaml'))).toMatchObject({
    exit: 1,
    stderr:
      'VERSION_UNKNOWN: The document describes version "1.1", and 1.0 is what version 1.1 extends (DIR/next.yaml#/info/version). Name what was published of 1.0: --previous FILE.\n',
  });
  put('acme-1.0.yaml', '');
  rmSync(join(folder, 'acme-1.0.yaml'));
  put('acme-1.1.yaml', published('1.1', ''));
  expect((await bump('acme-1.1.yaml')).stderr).toMatch(/^READ_MISSING: .*acme-1\.0\.yaml/);
});
