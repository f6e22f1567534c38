/** Documents of many schemas, each of which refers to the next one. */

const LENGTH = 2000;

/** @param {number} index */
const reference = (index) => ({ $ref: `#/components/schemas/Box${index}` });

/** @param {(index: number) => object} schema */
function documentOf(schema) {
  const schemas = Array.from({ length: LENGTH }, (_, index) => [`Box${index}`, schema(index)]);
  const content = { 'application/json': { schema: reference(0) } };
  return {
    openapi: '3.1.0',
    info: { title: 'Boxes', version: '1.0' },
    paths: { '/box': { get: { operationId: 'getBox', responses: { 200: { description: '', content } } } } },
    components: { schemas: Object.fromEntries([...schemas, [`Box${LENGTH}`, { type: 'object' }]]) },
  };
}

export const chains = [
  { title: `${LENGTH} references`, document: documentOf((index) => reference(index + 1)) },
  {
    title: `${LENGTH} arrays`,
    document: documentOf((index) => ({ type: 'array', items: reference(index + 1) })),
  },
  {
    title: `${LENGTH} bases`,
    document: documentOf((index) => ({
      allOf: [reference(index + 1), { type: 'object', properties: { [`field${index}`]: { type: 'string' } } }],
    })),
  },
];
