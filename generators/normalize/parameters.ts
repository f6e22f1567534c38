/** Reads parameters of paths, queries, headers and cookies. */
import { get } from '../document/index.js';
import type { Parameter } from '../ir/index.js';
import { isForeignExtension, namedExamplesOf, notesOf } from './notes.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase } from './naming.js';
import { securitySchemesOf } from './security.js';
import { encodedSchema, encodingIn, serializedSchema } from './serialization.js';

/**
 * Returns the parameters of an operation, which override those of its path item. A part of the path that none declares is a
 * string, without which no request could be sent; a parameter that is no part of the path is left out.
 */
export function parameterNodes({ source }: TypeReader, route: string, item: Node, operation: Node): readonly Node[] {
  const nodes = [...source.entries(item, 'parameters'), ...source.entries(operation, 'parameters')].map(([, node]) =>
    source.follow(node),
  );
  // The parts of an expression of a callback begin with a dollar sign.
  const parts = [...route.replace(/\?.*/s, '').matchAll(/\{([^{}$][^{}]*)\}/g)].map(([, name = '']) => name);
  const keyOf = (node: Node) => `${source.text(node, 'in')} ${source.text(node, 'name')}`;
  const byKey = new Map<string, Node>();
  const isSent = (node: Node) => source.text(node, 'in') !== 'path' || route.includes(`{${source.text(node, 'name')}}`);
  for (const node of nodes) if (isSent(node)) byKey.set(keyOf(node), node);
  const undeclared = parts.map((name): Node => {
    const schema = { type: 'string' };
    return { value: { name, in: 'path', ...(source.swagger ? schema : { schema }) }, path: operation.path };
  });
  for (const node of undeclared) if (!byKey.has(keyOf(node))) byKey.set(keyOf(node), node);
  return [...byKey.values()];
}

const places: readonly Parameter['in'][] = ['path', 'query', 'header', 'cookie', 'querystring'];

/** Reads the parameters except for the bodies and forms of Swagger 2.0. */
export function parametersOf(schemas: TypeReader, nodes: readonly Node[], owner: string): readonly Parameter[] {
  return nodes.flatMap((node) => {
    const place = places.find((one) => one === schemas.source.text(node, 'in'));
    return place === undefined || isIgnored(schemas.source, node, place)
      ? []
      : [parameterOf(schemas, node, place, owner)];
  });
}

/**
 * Media types and security schemes describe these headers. OpenAPI 3 ignores parameters of their names; those of Swagger 2.0
 * are ignored likewise, so that a document means the same in both forms. Without security schemes nothing else describes
 * `Authorization`, which the API requires all the same.
 */
function isIgnored(source: TypeReader['source'], node: Node, place: Parameter['in']): boolean {
  const name = source.text(node, 'name') ?? '';
  // Nothing can be sent under an empty name, which the linter reports.
  if (get(node.value, 'name') === '') return true;
  if (place !== 'header') return false;
  return (
    /^(?:accept|content-type)$/i.test(name) || (/^authorization$/i.test(name) && securitySchemesOf(source).length > 0)
  );
}

function parameterOf(schemas: TypeReader, node: Node, place: Parameter['in'], owner: string): Parameter {
  const { source } = schemas;
  const name = source.text(node, 'name');
  if (name === undefined) throw source.wrong([...node.path, 'name'], 'the name of the parameter');
  const { schema, encoding } = source.swagger
    ? encodedSchema(swaggerSchema(node), source)
    : serializedSchema(schemas, node);
  // The string that contains JSON has the default and the notes.
  const own = source.swagger ? swaggerSchema(node) : (source.child(node, 'schema') ?? schema);
  const type = schemas.use(schema, `${owner}${pascalCase(name)}`);
  const defaultValue = get(own.value, 'default');
  return {
    name,
    in: place,
    // A path parameter is always required.
    required: place === 'path' || get(node.value, 'required') === true,
    type,
    encoding: encoding ?? encodingIn(schemas, node, type, place),
    ...(place === 'path' && get(node.value, 'x-lading-slashes') === true && { slashes: true as const }),
    ...(get(node.value, 'allowEmptyValue') === true && { allowEmptyValue: true as const }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...notesOf(own.value),
    ...notesOf(node.value),
    ...namedExamplesOf(source, node),
  };
}

/** Returns what is the schema of a parameter of Swagger 2.0, which is one itself. */
export function swaggerSchema(node: Node): Node {
  const entries = Object.entries(node.value).filter(
    ([key]) => key !== 'required' && key !== 'description' && !isForeignExtension(key),
  );
  return { ...node, value: Object.fromEntries(entries) };
}
