/** A sample API of boxes and lids, with one operation by default, and the generated reference of its versions. */
import { client } from '../../client/index.js';
import { docs } from '../../docs/index.js';
import { server } from '../../server/index.js';
import { filesOf, timelineOf } from '../../../generate/pipeline/index.js';
import { type JsonObject, documentOf } from '../../../document/index.js';
import type { Page } from '../../docs/index.js';
import type { EmittedFiles } from '../../../testing/emitter/index.js';
import { silent } from './check-injection.js';

const options = {
  naming: { scope: '@lading' },
  emitters: [client, server, docs],
  options: { docs: { data: true } },
  workspace: false,
  head: () => ['Generated.'],
};

export const text = { type: 'string' };
export const schema = (properties: JsonObject, more: JsonObject = {}) => ({ type: 'object', properties, ...more });
export const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function document(version: string, lid: JsonObject, box: JsonObject = {}) {
  return documentOf('api.yaml', {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: [{ name: 'Box', description: 'Things that hold things.' }],
    paths: {
      '/boxes/{id}': {
        post: {
          operationId: 'BoxPut',
          tags: ['Box'],
          summary: 'Put a lid on',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: text },
            { name: 'name', in: 'query', schema: { type: 'string', default: 'none', pattern: '^[a-z]+$' } },
          ],
          requestBody: { required: true, content: { 'application/json': { schema: reference('Lid') } } },
          responses: {
            '200': { description: 'It fits.', content: { 'application/json': { schema: reference('Box') } } },
            '404': { description: 'No such box.' },
          },
          ...box,
        },
      },
    },
    components: { schemas: { Lid: schema(lid), Box: schema({ Name: text }, { required: ['Name'] }) } },
  });
}

export const size = {
  type: 'integer',
  minimum: 1,
  maximum: 9,
  description: 'How wide it is.',
  'x-lading-since': '1.5',
};
export const color = { type: 'string', enum: ['red', 'blue'], 'x-enumDescriptions': { red: 'like a rose' } };
export const newer = document('1.9', { Color: color, Size: size });
export const older = document('1.4', { Color: color, Former: text });

type SampleVersions = readonly (readonly [ReturnType<typeof document>, string?])[];

/** Returns the files of the reference. */
export async function files(...versions: SampleVersions): Promise<EmittedFiles> {
  return new Map([...(await packageFiles(...versions))].filter(([path]) => path.includes('/docs/')));
}

/** Returns the files of all packages. */
export async function packageFiles(...versions: SampleVersions): Promise<EmittedFiles> {
  const documents = versions.map(([one, base]) => ({
    document: one,
    source: 'api.yaml',
    ...(base !== undefined && { extends: base }),
  }));
  const generated = await filesOf(timelineOf(documents, silent), options, silent);
  return new Map(generated.map(({ path, text: content }) => [path, content]));
}

export const page = <Kind extends Page>(all: EmittedFiles, version: string, path: string) =>
  (JSON.parse(all.get(`v${version}/docs/gen/pages/${path}.json`) ?? 'null') ?? schemaPage(all, version, path)) as Kind;

/** The pages of schemas are in files of their groups. */
function schemaPage(all: EmittedFiles, version: string, path: string): unknown {
  const isFile = (file: string) => file.startsWith(`v${version}/docs/gen/pages/schemas/`);
  const pages = [...all].flatMap(([file, content]) => (isFile(file) ? (JSON.parse(content) as Page[]) : []));
  return pages.find((each) => each.path === path) ?? null;
}
