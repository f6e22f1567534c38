/** The JSON Schema of the IR as a file, for programs in other languages. */
import {
  any,
  arrayOf,
  extensions,
  externalDocs,
  field,
  flag,
  notes,
  number,
  record,
  referenceTo,
  text,
  type JsonSchema,
} from './json-schema-parts.js';
import { operationSchemas } from './json-schema-operations.js';

/** The version of the format. It is incremented if readers of the former format would misread a file, not for additions. */
export const irFormat = 2;

function type(kind: string, description: string, required: JsonSchema = {}, optional: JsonSchema = {}): JsonSchema {
  return record(description, { kind: { const: kind }, ...required }, { nullable: flag, ...optional });
}

const numberConstraints = {
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: number,
};

const objectConstraints = {
  minProperties: number,
  maxProperties: number,
  required: arrayOf(text),
  propertyNames: referenceTo('Type'),
  patterns: arrayOf(record('A pattern of names.', { pattern: text, type: referenceTo('Type') })),
  conditions: arrayOf(referenceTo('ConditionType')),
};

const types = {
  StringType: type('string', 'A string.', {}, { format: text, pattern: text, minLength: number, maxLength: number }),
  IntegerType: type(
    'integer',
    'An integer; sentinels are special values.',
    {},
    { format: text, ...numberConstraints, sentinels: arrayOf(number) },
  ),
  NumberType: type('number', 'A number.', {}, { format: text, ...numberConstraints }),
  BooleanType: type('boolean', 'A boolean.'),
  EnumType: type('enum', 'One of the values; an open enum may have further values.', {
    of: { enum: ['string', 'integer', 'number', 'boolean', 'mixed'] },
    values: arrayOf(record('A value and its meaning.', { value: any }, { description: text })),
    open: { type: 'boolean' },
  }),
  ArrayType: type(
    'array',
    'An array; prefixItems are the types of the first items of a tuple.',
    { items: referenceTo('Type') },
    {
      prefixItems: arrayOf(referenceTo('Type')),
      minItems: number,
      maxItems: number,
      uniqueItems: flag,
      contains: record(
        'Items of which there must be some, by default at least one.',
        { type: referenceTo('Type') },
        { min: number, max: number },
      ),
    },
  ),
  MapType: type('map', 'An object with arbitrary keys.', { values: referenceTo('Type') }, objectConstraints),
  RecordType: type(
    'record',
    'An object with named keys. It also has the fields of its bases; rest is the type of the values of other keys, unevaluated of those that no base has either.',
    { bases: arrayOf(text), fields: arrayOf(referenceTo('Field')) },
    {
      rest: referenceTo('Type'),
      closed: flag,
      unevaluated: referenceTo('Type'),
      discriminator: referenceTo('Discriminator'),
      ...objectConstraints,
    },
  ),
  ReferenceType: type('reference', 'A schema, by its name.', { name: text }),
  UnionType: type(
    'union',
    'A value of one of the types.',
    { options: arrayOf(referenceTo('Type')) },
    { discriminator: referenceTo('Discriminator'), exclusive: flag },
  ),
  IntersectionType: type(
    'intersection',
    'A value of all of the types; unevaluated ones are those of properties and items that no type describes.',
    { parts: arrayOf(referenceTo('Type')) },
    { unevaluatedProperties: referenceTo('Type'), unevaluatedItems: referenceTo('Type') },
  ),
  ConditionType: type(
    'condition',
    'Any value; one of the type if is also of the type then, and any other of the type else.',
    { if: referenceTo('Type') },
    { then: referenceTo('Type'), else: referenceTo('Type') },
  ),
  BytesType: type('bytes', 'Bytes that are not JSON.'),
  AnyType: type('any', 'Any JSON value.'),
  NeverType: type('never', 'No value, or only null if it is nullable.'),
};

const breaks = { enum: ['client', 'server', 'both', 'none'] };

const definitions = {
  Version: record(
    'A version of the API. Every version except the base version extends another one.',
    { version: text, api: referenceTo('Api'), changes: arrayOf(referenceTo('Change')) },
    { extends: text, rules: arrayOf(referenceTo('ConversionRule')), differences: arrayOf(referenceTo('Difference')) },
  ),
  Api: record(
    'An API at one version.',
    {
      version: text,
      title: text,
      servers: arrayOf(referenceTo('Server')),
      securitySchemes: arrayOf(referenceTo('SecurityScheme')),
      groups: arrayOf(
        record(
          'A group of operations: a tag of the document, or a segment of paths. The parent is the name of another group.',
          { name: text, title: text },
          { tag: text, description: text, parent: text, kind: text, ...externalDocs, ...extensions },
        ),
      ),
      operations: arrayOf(referenceTo('Operation')),
      webhooks: arrayOf(referenceTo('Operation')),
      schemas: arrayOf(referenceTo('Schema')),
      stateSets: arrayOf(referenceTo('StateSet')),
    },
    {
      summary: text,
      description: text,
      license: record('The license; the identifier is of SPDX.', { name: text }, { identifier: text, url: text }),
      contact: record('Whom to ask about the API.', {}, { name: text, url: text, email: text }),
      termsOfService: text,
      ...externalDocs,
      ...extensions,
    },
  ),
  ...operationSchemas,
  Field: record('A property. A required one is always present in responses and must be given in requests.', field, {
    ...notes,
    undeclared: flag,
    default: any,
    readOnly: flag,
    writeOnly: flag,
  }),
  Discriminator: record('The property whose value tells which schema an object has.', {
    property: text,
    mapping: arrayOf(record('A value and the schema that it names.', { value: text, schema: text })),
  }),
  Schema: record(
    'A named schema; an inline schema is named after its place.',
    { name: text, named: { type: 'boolean' }, group: text, type: referenceTo('Type') },
    notes,
  ),
  StateSet: record(
    'States, the fields whose values they are, and their transitions.',
    {
      name: text,
      fields: arrayOf(text),
      values: arrayOf(record('A state.', { value: text }, { description: text })),
      transitions: arrayOf(
        record(
          'A transition; without from the thing is created, without to it is removed.',
          {},
          { from: text, to: text, on: text },
        ),
      ),
      rules: arrayOf(text),
    },
    { description: text },
  ),
  Rule: record(
    'A rule that schemas cannot express, as a kind and a sentence.',
    { kind: text, sentence: text },
    { fields: arrayOf(text), value: { type: ['string', 'number', 'boolean', 'array'] }, later: flag },
  ),
  Change: record(
    'A change from the older to the newer version, between a version and the one that it extends.',
    {
      kind: {
        enum: [
          'added',
          'removed',
          'renamed',
          'type',
          'required',
          'nullable',
          'enum',
          'default',
          'constraint',
          'deprecated',
          'behaviour',
        ],
      },
      subject: { enum: ['api', 'operation', 'parameter', 'body', 'response', 'header', 'schema', 'field'] },
      place: text,
      operations: arrayOf(text),
      direction: { enum: ['request', 'response', 'both'] },
      breaks,
      sentence: text,
    },
    {
      before: any,
      after: any,
      constraints: record('A sentence for each constraint between fields that is new or removed.', {
        added: arrayOf(text),
        removed: arrayOf(text),
      }),
    },
  ),
  Difference: record('A named difference between two versions.', {
    id: text,
    descriptions: arrayOf(text),
    effects: arrayOf(text),
    properties: arrayOf(text),
  }),
  ConversionRule: record(
    'A conversion rule; upgrade is from the older to the newer version.',
    {
      difference: text,
      direction: { enum: ['request.upgrade', 'request.downgrade', 'response.upgrade', 'response.downgrade'] },
      rule: { enum: ['default', 'set', 'fill', 'replace', 'drop', 'warn', 'refuse', 'rename', 'convert', 'hook'] },
      at: referenceTo('ConversionPlace'),
      when: arrayOf(record('A condition on a property beside the place.', { of: text, is: any })),
      description: text,
    },
    {
      value: any,
      from: any,
      by: { enum: ['copy', 'sum', 'first', 'list'] },
      warning: text,
      status: number,
      message: text,
      hook: text,
      question: text,
    },
  ),
  ConversionPlace: record(
    'The place of a rule: `[]` in a path is each item of an array, `{}` each value of a map.',
    { in: { enum: ['body', 'query', 'header', 'schema', 'operation', 'only'] }, operations: arrayOf(text) },
    { path: text, name: text, schema: text, side: { enum: ['older', 'newer'] } },
  ),
  ...types,
  Type: { description: 'The type of a value.', oneOf: Object.keys(types).map(referenceTo) },
};

/** The JSON Schema (2020-12) of the output of `lading ir`. */
export const irSchema: JsonSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The model of an API, version by version',
  ...record('The versions; each follows the one that it extends.', {
    ir: { const: irFormat },
    versions: arrayOf(referenceTo('Version')),
  }),
  $defs: definitions,
};
