/** The `paths` module, for users of openapi-fetch: openapi-typescript's, with our named types behind its names. */
import type { OpenAPI3 } from 'openapi-typescript';
import type { JsonObject } from '../../document/index.js';
import { propertyKey } from '../../code/index.js';
import type { Api } from '../../ir/index.js';
import type { Names } from './names.js';

/**
 * The module's text without its head. Loading openapi-typescript costs more than all else together, so it is loaded
 * only here, when the module is wanted.
 *
 * @param document the version as OpenAPI 3.1
 */
export async function pathsText(api: Api, document: JsonObject, names: Names): Promise<string> {
  const { default: openapiTypescript, astToString } = await import('openapi-typescript');
  const nodes = await openapiTypescript(withoutShapes(document) as unknown as OpenAPI3, {
    alphabetize: false,
    silent: true,
  });
  const text = astToString(nodes)
    .replace(/^\s*\/\*\*[\s\S]*?This file was auto-generated[\s\S]*?\*\/\s*/u, '')
    .replace(/[ \t]+$/gm, '')
    .replace(/^( {4})+/gm, (indent) => ' '.repeat(indent.length / 2))
    .trim();
  const shapes = api.shapes.map(({ name }) => `    ${propertyKey(name)}: types.${names.shape(name).name};\n`).join('');
  return `import type * as types from './index.js';\n\n${text.replace(schemasPattern, `schemas: {\n${shapes}  };`)}\n`;
}

// Each shape stands as an empty schema, so that openapi-typescript refers to it and does not write it out again.
function withoutShapes(document: JsonObject): JsonObject {
  const components = document['components'] as JsonObject;
  const schemas = components['schemas'] as JsonObject;
  return {
    ...document,
    components: { ...components, schemas: Object.fromEntries(Object.keys(schemas).map((name) => [name, {}])) },
  };
}

const schemasPattern = /schemas: (?:\{[^{}]*\}|never);/u;
