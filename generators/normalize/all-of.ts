/** Converts `allOf` to one type: a single reference stays a reference, several records become one record with bases. */
import { get } from '../document/index.js';
import type { Field, Type } from '../ir/index.js';
import type { TypeReader } from './type-reader.js';
import type { Node } from './source.js';

export function combine(schemas: TypeReader, node: Node, name: string): Type {
  const { allOf: _parts, ...ownKeywords } = node.value;
  const parts = schemas.source.entries(node, 'allOf').map(([, part]) => part);
  const all = [...parts, { value: ownKeywords, path: node.path }].filter((part) => hasConstraints(part));
  const [only] = all;
  if (only === undefined) return { kind: 'any' };
  if (all.length === 1) return schemas.type(only, name);

  const types = all.map((part) => schemas.type(part, name));
  // One part may require a property that another one describes.
  const required = new Set(all.flatMap((part) => schemas.source.texts(part, 'required')));
  const bases = types.flatMap((type) =>
    type.kind === 'reference' ? [type.name] : type.kind === 'record' ? type.bases : [],
  );
  const fields = withoutDuplicates(types.flatMap((type) => (type.kind === 'record' ? type.fields : []))).map((field) =>
    required.has(field.name) ? { ...field, required: true } : field,
  );
  const record = types.some((type) => type.kind === 'record' || type.kind === 'reference' || type.kind === 'map');
  const rest = types.find((type) => type.kind === 'map');
  if (!record) return types[0] ?? { kind: 'any' };
  if (bases.length === 0 && fields.length === 0 && rest !== undefined) return rest;
  if (bases.length === 1 && fields.length === 0) return { kind: 'reference', name: bases[0] ?? name };
  return { kind: 'record', bases: [...new Set(bases)], fields };
}

// `{type: object}` beside a reference, or only an example, adds no constraint.
function hasConstraints(part: Node): boolean {
  const keys = Object.keys(part.value).filter((key) => !annotations.has(key) && !key.startsWith('x-'));
  return keys.length > 0 && !(keys.length === 1 && get(part.value, 'type') === 'object');
}

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'deprecated',
  'nullable',
  'readOnly',
  'writeOnly',
]);

function withoutDuplicates(fields: readonly Field[]): readonly Field[] {
  return [...new Map(fields.map((field) => [field.name, field])).values()];
}
