/** The parts of which the JSON Schema of the IR consists. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export const text = { type: 'string' } as const;
export const number = { type: 'number' } as const;
export const flag = { const: true } as const;
export const any = {} as const;

export function referenceTo(name: string): JsonSchema {
  return { $ref: `#/$defs/${name}` };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

/** The schema of an object. Later versions of the generator may add properties, which readers must ignore. */
export function record(description: string, required: JsonSchema, optional: JsonSchema = {}): JsonSchema {
  return { description, type: 'object', required: Object.keys(required), properties: { ...required, ...optional } };
}

export const extensions = { extensions: { type: 'object' } } as const;
export const externalDocs = { externalDocs: record('Documentation elsewhere.', { url: text }, { description: text }) };

export const examples = arrayOf(
  record('One of several examples.', { name: text }, { summary: text, description: text, value: any, url: text }),
);

export const notes = {
  ...extensions,
  ...externalDocs,
  title: text,
  description: text,
  since: text,
  until: text,
  deprecated: { type: 'object', properties: { since: text, use: text } },
  rules: arrayOf(referenceTo('Rule')),
  example: any,
  examples,
  exampleOrder: arrayOf(text),
  exampleKey: text,
};

/** The properties of a property, a parameter or a header. */
export const field = { name: text, type: referenceTo('Type'), required: { type: 'boolean' } };
