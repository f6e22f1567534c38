/** Reads `contentMediaType`: the media types that the parts of a multipart body have without an encoding. */
import { get } from '../document/index.js';
import type { Node, Source } from './source.js';

const combinators = ['allOf', 'oneOf', 'anyOf'];

/** Returns the media types of the properties of the schema, or of the items of arrays, that state one. */
export function partMediaTypes(source: Source, schema: Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const one of alternatives(source, schema)) {
    for (const [name, property] of source.entries(one, 'properties')) {
      const mediaType = found.get(name) ?? contentMediaType(source, property);
      if (mediaType !== undefined) found.set(name, mediaType);
    }
  }
  return found;
}

function contentMediaType(source: Source, property: Node): string | undefined {
  for (const one of alternatives(source, property)) {
    const mediaType = get(one.value, 'contentMediaType');
    // A string in another encoding is no content of the media type, but its text.
    const isEncoded = !/^([78]bit|binary)$/i.test(source.text(one, 'contentEncoding') ?? '8bit');
    if (typeof mediaType === 'string') return isEncoded ? undefined : mediaType;
    const items = source.child(one, 'items');
    if (items !== undefined) return contentMediaType(source, items);
  }
  return undefined;
}

/** Returns the schemas that describe the same value: the node, what it refers to, and what it combines; each once. */
function alternatives(source: Source, node: Node): readonly Node[] {
  const found = new Map<object, Node>();
  const visit = (one: Node): void => {
    if (found.has(one.value)) return;
    found.set(one.value, one);
    if ('$ref' in one.value) visit(source.follow(one));
    for (const key of combinators) for (const [, part] of source.entries(one, key)) visit(part);
  };
  visit(node);
  return [...found.values()];
}
