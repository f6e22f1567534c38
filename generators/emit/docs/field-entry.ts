/** A parameter, a header or a field → its entry on a page. */
import {
  encodingText,
  ownRules,
  type Encoding,
  type Field,
  type Json,
  type NamedEncoding,
  type Parameter,
} from '../../emitter/index.js';
import { boundsOf } from './constraints.js';
import { described, externalDocsText } from './elsewhere.js';
import { namedExampleEntries } from './named-examples.js';
import { enumEntry, rulesOf, versionsOf } from './notes.js';
import type { FieldEntry, LinkText } from './page.js';
import { enumIn, type PageContext } from './page-context.js';
import { typeText } from './type-text.js';

/** Where a field is described. */
export interface FieldPlace {
  readonly page: string;
  readonly anchor: string;
  readonly from?: LinkText;
}

export function fieldEntry(
  field: Field | Parameter,
  { page, anchor, from }: FieldPlace,
  context: PageContext,
): FieldEntry {
  const { name, type, required, default: standard } = field;
  const values = enumIn(type, context.schemas);
  const words = described(field, name);
  const parameter = 'in' in field ? field : undefined;
  const encoding = parameter && aboutEncoding(parameter.encoding);
  return {
    anchor,
    name,
    ...(parameter && { in: parameter.in }),
    type: typeText(type, context.anchors),
    required,
    nullable: type.nullable === true,
    ...(standard !== undefined && { default: standard as Json }),
    bounds: boundsOf(type),
    ...(values && { enum: enumEntry(values) }),
    ...versionsOf(field),
    ...(words !== undefined && { description: words }),
    rules: [...rulesOf({ rules: ownRules(field, (named) => context.schemas.get(named)) }), ...externalDocsText(field)],
    ...namedExampleEntries(field),
    ...(encoding !== undefined && { encoding }),
    ...(from && { from }),
    marks: context.differences.marksAt(page, anchor),
  };
}

function aboutEncoding(encoding: Encoding): string | undefined {
  if (typeof encoding === 'string') return encodings[encoding];
  return 'mediaType' in encoding ? `as ${encoding.mediaType}` : `style ${encodingText(encoding)}`;
}

const encodings: Readonly<Record<NamedEncoding, string | undefined>> = {
  plain: undefined,
  repeated: 'repeated for each item',
  joined: 'items joined with commas',
  json: 'as JSON',
  'base64url-json': 'as JSON, base64url-encoded',
};
