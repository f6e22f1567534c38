/** The model as a file: its format has a version and a JSON Schema, so that programs in other languages can read it. */

/** Raised when a reader of the format before would misread a file; what is only added does not raise it. */
export const irFormat = 2;

type Schema = Readonly<Record<string, unknown>>;

const text = { type: 'string' } as const;
const number = { type: 'number' } as const;
const flag = { const: true } as const;
const any = {} as const;

function one(name: string): Schema {
  return { $ref: `#/$defs/${name}` };
}

function many(items: Schema): Schema {
  return { type: 'array', items };
}

/** What is not named may be added by later generators: readers pass over it. */
function record(description: string, required: Schema, optional: Schema = {}): Schema {
  return { description, type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

const said = {
  title: text,
  description: text,
  since: text,
  until: text,
  deprecated: { type: 'object', properties: { since: text, use: text } },
  rules: many(one('Rule')),
  example: any,
  exampleOrder: many(text),
  exampleKey: text,
};

function type(kind: string, description: string, required: Schema = {}, optional: Schema = {}): Schema {
  return record(description, { kind: { const: kind }, ...required }, { nullable: flag, ...optional });
}

const types = {
  StringType: type('string', 'A text.', {}, { format: text, pattern: text, minLength: number, maxLength: number }),
  IntegerType: type(
    'integer',
    'A whole number; sentinels are values with a meaning of their own.',
    {},
    { format: text, minimum: number, maximum: number, sentinels: many(number) },
  ),
  NumberType: type('number', 'A number.', {}, { format: text, minimum: number, maximum: number }),
  BooleanType: type('boolean', 'True or false.'),
  EnumType: type('enum', 'One of a list; an open one is sent with further values too.', {
    of: { enum: ['string', 'integer'] },
    values: many(record('A value and its meaning.', { value: { type: ['string', 'number'] } }, { description: text })),
    open: { type: 'boolean' },
  }),
  ListType: type('list', 'A list.', { items: one('Type') }, { minItems: number, maxItems: number }),
  MapType: type('map', 'An object whose keys are data.', { values: one('Type') }),
  RecordType: type(
    'record',
    'An object whose keys are named. It has the fields of its bases too; rest is what unknown keys hold.',
    { bases: many(text), fields: many(one('Field')) },
    { rest: one('Type') },
  ),
  ReferenceType: type('reference', 'A shape, by its name.', { name: text }),
  UnionType: type('union', 'One of several.', { options: many(one('Type')) }),
  BytesType: type('bytes', 'Bytes that are no JSON.'),
  AnyType: type('any', 'Any JSON value.'),
};

const field = { name: text, type: one('Type'), required: { type: 'boolean' } };
const streams = ['json-lines', 'raw', 'multiplexed', 'tar', 'upgrade', 'websocket', 'http2'];
const stream = record('How bytes flow, where they are not one JSON value.', { kind: { enum: streams } });
const breaks = { enum: ['client', 'server', 'both', 'none'] };

const definitions = {
  Version: record(
    'A version of the API; all but the root extend another one.',
    { version: text, api: one('Api'), changes: many(one('Change')) },
    { extends: text, rules: many(one('ConversionRule')), differences: many(one('Difference')) },
  ),
  Api: record(
    'The whole API at one version.',
    {
      version: text,
      title: text,
      basePath: text,
      schemes: many(text),
      groups: many(record('A group of operations.', { name: text, title: text }, { description: text })),
      operations: many(one('Operation')),
      schemas: many(one('Schema')),
      stateSets: many(one('StateSet')),
    },
    { description: text, origin: text },
  ),
  Operation: record(
    'Something that can be asked of an engine.',
    {
      id: text,
      documentId: text,
      noun: text,
      verb: text,
      method: { enum: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'] },
      path: text,
      group: text,
      parameters: many(one('Parameter')),
      responses: many(one('Response')),
    },
    { ...said, summary: text, body: one('Body') },
  ),
  Parameter: record(
    'A parameter; its encoding is how its value becomes text.',
    {
      ...field,
      in: { enum: ['path', 'query', 'header'] },
      encoding: { enum: ['plain', 'repeated', 'joined', 'json', 'base64url-json'] },
    },
    { ...said, default: any, slashes: flag },
  ),
  Body: record('The body of a request.', { required: { type: 'boolean' }, content: many(one('Content')) }, said),
  Response: record(
    'An answer by its status; `default` is all others. After 101, stream is what the connection becomes.',
    { status: text, headers: many(one('Field')), content: many(one('Content')) },
    { ...said, stream },
  ),
  Content: record(
    'What a body holds by its media type; with a stream, one item of it.',
    { mediaType: text, type: one('Type') },
    { stream, since: text, until: text, example: any },
  ),
  Field: record('A member. Required: always sent in answers, to be given in requests.', field, {
    ...said,
    default: any,
  }),
  Schema: record(
    'A named type; one that the document does not name is called after its place.',
    { name: text, named: { type: 'boolean' }, group: text, type: one('Type') },
    said,
  ),
  StateSet: record(
    'States, the fields that hold one, and how one becomes another.',
    {
      name: text,
      fields: many(text),
      values: many(record('A state.', { value: text }, { description: text })),
      transitions: many(
        record('A step; without from it begins, without to it ends.', {}, { from: text, to: text, on: text }),
      ),
      rules: many(text),
    },
    { description: text },
  ),
  Rule: record(
    'What shapes cannot say, as a kind and in words.',
    { kind: text, sentence: text },
    { fields: many(text), value: { type: ['string', 'number', 'boolean', 'array'] }, later: flag },
  ),
  Change: record(
    'A difference from the older to the newer of a version and the one it extends.',
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
          'bound',
          'deprecated',
          'behaviour',
        ],
      },
      subject: { enum: ['api', 'operation', 'parameter', 'body', 'response', 'header', 'schema', 'field'] },
      place: text,
      operations: many(text),
      direction: { enum: ['request', 'response', 'both'] },
      breaks,
      sentence: text,
    },
    { before: any, after: any },
  ),
  Difference: record('A difference as people speak of it.', { id: text, says: many(text), members: many(text) }),
  ConversionRule: record(
    'What a difference means for bytes: up is from the older to the newer version.',
    {
      difference: text,
      direction: { enum: ['request.up', 'request.down', 'response.up', 'response.down'] },
      rule: { enum: ['default', 'set', 'fill', 'replace', 'drop', 'warn', 'refuse', 'step'] },
      at: one('ConversionPlace'),
      when: many(record('What must hold of a member beside the place.', { of: text, is: any })),
      says: text,
    },
    {
      value: any,
      from: any,
      by: { enum: ['copy', 'sum', 'first', 'list'] },
      warning: text,
      status: number,
      message: text,
      step: text,
      asks: text,
    },
  ),
  ConversionPlace: record(
    'Where a rule acts: `[]` in a path is each entry of a list, `{}` each of a map.',
    { in: { enum: ['body', 'query', 'header', 'schema', 'operation'] }, operations: many(text) },
    { path: text, name: text, schema: text },
  ),
  ...types,
  Type: { description: 'What a value may be.', oneOf: Object.keys(types).map(one) },
};

/** JSON Schema 2020-12 of what `lading ir` prints. */
export const irSchema: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'The model of an API, version by version',
  ...record('Each version stands behind the one it extends.', {
    ir: { const: irFormat },
    versions: many(one('Version')),
  }),
  $defs: definitions,
};
