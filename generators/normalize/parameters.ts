/** Reads parameters of paths, queries and headers, and their serialization. */
import { get, isArray, type JsonObject } from '../document/index.js';
import type { Encoding, Parameter, Type } from '../ir/index.js';
import { notesOf } from './notes.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';
import { pascalCase } from './naming.js';

/** Reads the parameters of an operation, which override those of its path item. Bodies, forms and cookies are left out. */
export function parametersOf(schemas: TypeReader, path: Node, operation: Node, owner: string): readonly Parameter[] {
  const { source } = schemas;
  const nodes = [...source.entries(path, 'parameters'), ...source.entries(operation, 'parameters')].map(([, node]) =>
    source.follow(node),
  );
  const byKey = new Map<string, Node>();
  for (const node of nodes) byKey.set(`${source.text(node, 'in')} ${source.text(node, 'name')}`, node);
  return [...byKey.values()].flatMap((node) => {
    const place = source.text(node, 'in');
    return place === 'path' || place === 'query' || place === 'header'
      ? [parameterOf(schemas, node, place, owner)]
      : [];
  });
}

function parameterOf(schemas: TypeReader, node: Node, place: Parameter['in'], owner: string): Parameter {
  const { source } = schemas;
  const name = source.text(node, 'name');
  if (name === undefined || name === '') throw source.wrong([...node.path, 'name'], 'the name of the parameter');
  const schema = schemaOf(schemas, node);
  const encoded = encodedSchema(schemas, schema);
  const type = schemas.use(encoded?.node ?? schema, `${owner}${pascalCase(name)}`);
  const defaultValue = get(schema.value, 'default');
  return {
    name,
    in: place,
    // A path parameter is always required.
    required: place === 'path' || get(node.value, 'required') === true,
    type,
    encoding: encoded?.encoding ?? encodingOf(type, node, source.swagger),
    ...(place === 'path' && get(node.value, 'x-lading-slashes') === true && { slashes: true as const }),
    ...(defaultValue !== undefined && { default: defaultValue }),
    ...notesOf(schema.value),
    ...notesOf(node.value),
  };
}

function schemaOf({ source }: TypeReader, node: Node): Node {
  if (source.swagger) {
    const { required: _required, description: _description, ...value } = node.value;
    return { ...node, value };
  }
  const content = source.entries(node, 'content')[0]?.[1];
  const schema = source.child(node, 'schema') ?? (content && source.child(content, 'schema'));
  return schema ?? { value: {}, path: node.path };
}

/** Reads `contentSchema`: the string is JSON of that schema. */
function encodedSchema({ source }: TypeReader, schema: Node): { node: Node; encoding: Encoding } | undefined {
  const node = source.child(schema, 'contentSchema');
  if (node === undefined) return undefined;
  return { node, encoding: get(schema.value, 'contentEncoding') === 'base64url' ? 'base64url-json' : 'json' };
}

function encodingOf(type: Type, node: Node, swagger: boolean): Encoding {
  if (type.kind !== 'array') return get(node.value, 'content') === undefined ? 'plain' : 'json';
  const repeated = swagger ? get(node.value, 'collectionFormat') === 'multi' : isExploded(node.value);
  return repeated ? 'repeated' : 'joined';
}

function isExploded(value: JsonObject): boolean {
  const explode = get(value, 'explode');
  if (typeof explode === 'boolean') return explode;
  return get(value, 'in') === 'query' && !isArray(get(value, 'content'));
}
