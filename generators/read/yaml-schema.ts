/** The YAML 1.2 core schema with merge keys. Whatever a document says of its version and tags, only JSON values result. */
import { CORE_SCHEMA, Type } from 'js-yaml';

/** The node kinds of YAML; a value with an unknown tag is read as its kind: no dates, sets or bytes. */
const kinds = ['scalar', 'sequence', 'mapping'] as const;
const ofAnyTag = kinds.flatMap((kind) =>
  ['!', 'tag:'].map((prefix) => new Type(prefix, { kind, multi: true, construct: (value: unknown) => value })),
);

/** Without the binary numbers of YAML 1.1, which the core schema of 1.2 does not have. */
const integer = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text: string | null) => text !== null && /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/.test(text),
  construct: (text: string) => Number(text),
});

const mergeKey = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' });

export const yamlSchema = CORE_SCHEMA.extend({ implicit: [integer, mergeKey], explicit: ofAnyTag });
