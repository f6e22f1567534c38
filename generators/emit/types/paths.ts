/** The `paths` module, for users of openapi-fetch: openapi-typescript's, with our named types behind its names. */
import { createRequire } from 'node:module';
import type { OpenAPI3, OpenAPITSOptions } from 'openapi-typescript';
import type { JsonObject } from '../../document/index.js';
import { visible } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import { LadingError } from '../../diagnostics/index.js';
import type { Names } from './names.js';
import { forOpenapiTypescript } from './paths-document.js';

// Required, not imported: an import would first search the compiler's nine megabytes for names to export.
const load = createRequire(import.meta.url);

/**
 * The module's text without its head. Loading openapi-typescript costs more than all else together, so it is loaded
 * only here, when the module is wanted.
 *
 * @param document the version as OpenAPI 3.1
 * @throws DOCUMENT_STRUCTURE when openapi-typescript does not take the document
 */
export async function pathsText(api: Api, document: JsonObject, names: Names): Promise<string> {
  const { default: openapiTypescript, astToString } = load('openapi-typescript') as typeof import('openapi-typescript');
  const ts = load('typescript') as typeof import('typescript');
  const ids = new Map(api.schemas.map(({ name }) => [name, names.schema(name).name]));
  const types = new Map(
    [...ids.values()].map((id) => [
      `#/components/schemas/${id}`,
      ts.factory.createTypeReferenceNode(ts.factory.createQualifiedName(ts.factory.createIdentifier('types'), id)),
    ]),
  );
  const options: OpenAPITSOptions = {
    alphabetize: false,
    silent: true,
    transform: (_schema, { path }) => types.get(path ?? ''),
  };
  const nodes = openapiTypescript(forOpenapiTypescript(document, ids) as unknown as OpenAPI3, options);
  const text = astToString(await nodes.catch((error: unknown) => Promise.reject(refused(api, error))))
    .replace(/[ \t]+$/gm, '')
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .trim();
  return `import type * as types from './index.js';\n\n${visible(text)}\n`;
}

function refused({ version }: Api, error: unknown): LadingError {
  return new LadingError({
    code: 'DOCUMENT_STRUCTURE',
    subject: `openapi-typescript does not take the document: ${error instanceof Error ? error.message : String(error)}`,
    place: `v${version}, paths module`,
    remedy: 'Correct the document, or generate with --no-paths',
  });
}
