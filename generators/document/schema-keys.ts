/** The places of schemas in documents. */
/** The keywords whose value is a schema, or an array of schemas. */
export const schemaKeys: ReadonlySet<string> = new Set([
  ...[
    'schema',
    'itemSchema',
    'contentSchema',
    'items',
    'additionalItems',
    'unevaluatedItems',
    'prefixItems',
    'contains',
  ],
  ...['additionalProperties', 'unevaluatedProperties', 'propertyNames'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'],
]);

/** The keywords whose value has schemas by name. */
export const schemaMaps: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'dependentSchemas', 'schemas', 'definitions', '$defs'],
]);
