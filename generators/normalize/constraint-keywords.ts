/** The keywords that constrain values; the others are annotations. */

export function isConstraint(key: string): boolean {
  return key === '$ref' || !(annotations.has(key) || key.startsWith('x-') || key.startsWith('$'));
}

const annotations = new Set([
  'description',
  'title',
  'example',
  'examples',
  'default',
  'definitions',
  'deprecated',
  'discriminator',
  'externalDocs',
  'id',
  'nullable',
  'readOnly',
  'writeOnly',
  'xml',
]);
