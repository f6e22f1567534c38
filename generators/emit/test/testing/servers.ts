/** Small sample documents, and the contracts and servers that are generated from them. */
import type { VersionDocument } from '../../../overlay/index.js';
import { server } from '../../server/index.js';
import { filesOf, timelineOf } from '../../../generate/pipeline/index.js';
import { type JsonObject, documentOf } from '../../../document/index.js';
import { silent } from './check-injection.js';

/** Returns the files of the contracts and servers of these documents, each after the one that it extends. */
export function serversOf(...documents: readonly JsonObject[]): Promise<ReadonlyMap<string, string>> {
  const read = documents.map((root) => documentOf('api.yaml', root));
  return serversOfVersions(
    read.map((document, index) => {
      const base = read[index - 1];
      return { document, source: document.name, ...(base && { extends: base.version }) };
    }),
  );
}

export async function serversOfVersions(versions: readonly VersionDocument[]): Promise<ReadonlyMap<string, string>> {
  const options = {
    naming: { scope: '@lading' },
    emitters: [server],
    options: { server: { dialect: 'engine' } },
    workspace: false,
  };
  const files = await filesOf(timelineOf(versions, silent), { ...options, head: () => ['Generated.'] }, silent);
  return new Map(files.filter(({ path }) => /\/(server|contract)\//.test(path)).map(({ path, text }) => [path, text]));
}

/** Returns a document with these operations at `/<noun>s/<verb>`. */
export function documentWith(
  operations: Readonly<Record<string, JsonObject>>,
  version = '9.0',
  schemas: JsonObject = {},
): JsonObject {
  const tagOf = (id: string) => /^[A-Z][a-z]+/.exec(id)?.[0] ?? '';
  const paths = Object.entries(operations).map(([id, { path, method, ...operation }]) => [
    String(path ?? `/${id}`),
    { [String(method ?? 'get')]: { operationId: id, tags: [tagOf(id)], ...operation } },
  ]);
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version },
    tags: [...new Set(Object.keys(operations).map(tagOf))].map((name) => ({ name })),
    paths: Object.fromEntries(paths) as JsonObject,
    components: { schemas },
  };
}

/** What is generated for the one operation of a document. */
export interface GeneratedBox {
  /** The handlers. */
  readonly handlers: string;
  /** The operation of the contract. */
  readonly operation: string;
  /** Its schemas. */
  readonly schemas: string;
  /** The contract of all operations. */
  readonly contract: string;
}

export async function boxOf(operation: JsonObject, schemas: JsonObject = {}, id = 'BoxDo'): Promise<GeneratedBox> {
  const files = await serversOf(documentWith({ [id]: operation }, '9.0', schemas));
  const text = (path: string) => files.get(`v9.0/${path}`) ?? '';
  return {
    handlers: text('server/gen/box.ts'),
    operation: text('contract/gen/operations/box.ts'),
    schemas: text('contract/gen/schemas/operations/box.ts'),
    contract: text('contract/gen/contract.ts'),
  };
}

export const parameter = (name: string, place: string, required = false) => ({
  name,
  in: place,
  required,
  schema: { type: 'string' },
});

export const responses = (status: string, response: JsonObject = {}) => ({
  responses: { [status]: { description: '', ...response } },
});

export const content = (mediaType: string, schema: JsonObject, kind?: string) => ({
  content: { [mediaType]: { schema, ...(kind && { 'x-lading-stream': { kind } }) } },
});
