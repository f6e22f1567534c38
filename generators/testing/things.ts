/**
 * A small sample specification: our version 1.0, and the documents that Acme published of it and of the next version.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes `spec/`, `acme-1.0.yaml`, and `acme-1.1.yaml` with one more property. */
export function putThings(folder: string): void {
  mkdirSync(join(folder, 'spec/v1.0'), { recursive: true });
  mkdirSync(join(folder, 'spec/overlays'));
  writeFileSync(join(folder, 'spec/versions.yaml'), 'product: Acme\nroot: v1.0/openapi.yaml\n');
  writeFileSync(join(folder, 'spec/v1.0/openapi.yaml'), ours);
  writeFileSync(join(folder, 'acme-1.0.yaml'), publishedThings('1.0'));
  writeFileSync(join(folder, 'acme-1.1.yaml'), publishedThings('1.1', size));
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

const size = '      AcmeSize: { type: integer, description: never to be taken over }\n';

/** Returns a published document. @param more further properties of the thing, as lines of YAML */
export function publishedThings(version: string, more = ''): string {
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
