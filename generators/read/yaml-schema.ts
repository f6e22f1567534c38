/** The YAML 1.2 core schema with merge keys. The result is always JSON, whatever version and tags a document has. */
import { CORE_SCHEMA, FAILSAFE_SCHEMA, Type } from 'js-yaml';

/** The node kinds of YAML. A value with an unknown tag is read as its kind: there are no dates, sets or bytes. */
const kinds = ['scalar', 'sequence', 'mapping'] as const;
const ofAnyTag = kinds.flatMap((kind) =>
  ['!', 'tag:'].map((prefix) => new Type(prefix, { kind, multi: true, construct: (value: unknown) => value })),
);

/** The integers of YAML 1.2; js-yaml also accepts the binary numbers of 1.1. */
const integer = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text: string | null) => text !== null && /^(?:[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+)$/.test(text),
  construct: (text: string) => Number(text),
});

const mergeKey = new Type('tag:yaml.org,2002:merge', { kind: 'scalar', resolve: (text) => text === '<<' });

export const yamlSchema = CORE_SCHEMA.extend({ implicit: [integer, mergeKey], explicit: ofAnyTag });

/** Every scalar is a string, as it is written. */
export const stringSchema = FAILSAFE_SCHEMA.extend({ implicit: [mergeKey], explicit: ofAnyTag });
