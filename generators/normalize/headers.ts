/** Reads the headers of responses and of the parts of a body. */
import { get } from '../document/index.js';
import type { Header } from '../ir/index.js';
import { namedExamplesOf, notesOf } from './notes.js';
import { encodingIn, serializedSchema } from './serialization.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';

/** @param owner the name of what has the headers, for inline schemas */
export function headersOf(schemas: TypeReader, node: Node, owner: string): readonly Header[] {
  return schemas.source.entries(node, 'headers').map(([name, header]) => headerOf(schemas, name, header, owner));
}

function headerOf(schemas: TypeReader, name: string, node: Node, owner: string): Header {
  const header = schemas.source.follow(node);
  const isSchema = schemas.source.swagger || !('schema' in header.value || 'content' in header.value);
  const { schema, encoding } = isSchema ? { schema: header, encoding: undefined } : serializedSchema(schemas, header);
  const { required: _required, ...value } = schema.value;
  const field = schemas.field(name, { ...schema, value }, get(header.value, 'required') === true, `${owner}Header`);
  return {
    ...field,
    ...notesOf(header.value),
    ...namedExamplesOf(schemas.source, header),
    encoding: encoding ?? encodingIn(schemas, header, field.type, 'header'),
  };
}
