/** The actions of derived overlays: two small documents, and the expected actions as `target | update or remove | description`. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { JsonObject } from '../../../document/index.js';
import { derive, printOverlay } from '../index.js';

const side = (text: string, version: string) => ({ name: 'd.yaml', version, root: parse(text) as JsonObject });

const schema = (text: string) => `{definitions: {Mount: ${text}}}`;
const operation = (text: string) => `{paths: {/x: {get: {operationId: XGet, ${text}}}}}`;
const P = '{name: p, in: query, description: A long enough description of the parameter that is called p}';
const Q = '{name: q, in: query, description: A long enough description of the parameter that is called q}';

test.each([
  [
    'changes of one schema share an action, stated as deep as they share a way',
    schema('{properties: {A: {properties: {B: {type: string}, C: {type: string}}}}}'),
    schema('{properties: {A: {properties: {B: {type: integer}, C: {type: string}, D: {}}}}}'),
    [
      '$.definitions.Mount.properties.A.properties | {"B":{"type":"integer"},"D":{}} | `Mount`: type of `A.B` changed, `A.D` added',
    ],
  ],
  [
    'an array is removed before it is replaced',
    schema('{enum: [a, b], type: string}'),
    schema('{enum: [a, c], type: string}'),
    [
      '$.definitions.Mount.enum | remove | `Mount`: enum removed, to be replaced',
      '$.definitions.Mount | {"enum":["a","c"]} | `Mount`: enum replaced',
    ],
  ],
  [
    'schemas are added and removed by separate actions',
    '{definitions: {A: {}, B: {}}}',
    '{definitions: {A: {}, C: {type: string}, D: {}}}',
    [
      '$.definitions.B | remove | `B` removed',
      '$.definitions | {"C":{"type":"string"}} | `C` added',
      '$.definitions | {"D":{}} | `D` added',
    ],
  ],
  [
    'operations and paths are added and removed by separate actions',
    '{paths: {/x: {get: {operationId: XGet}}, /y: {}}}',
    '{paths: {/x: {put: {operationId: XPut}}, "/z/{id}": {}}}',
    [
      "$.paths['/x'].get | remove | Operation `XGet` removed",
      '$.paths[\'/x\'] | {"put":{"operationId":"XPut"}} | Operation `XPut` added',
      "$.paths['/y'] | remove | Path `/y` removed",
      '$.paths | {"/z/{id}":{}} | Path `/z/{id}` added',
    ],
  ],
  [
    'a parameter is identified by name and location',
    operation(`parameters: [${P}, ${Q}]`),
    operation(`parameters: [${P}, {name: q, in: query, description: Short}]`),
    [
      "$.paths['/x'].get.parameters[?(@.name=='q' && @.in=='query')] | {\"description\":\"Short\"} | Operation `XGet`: description of parameter `q` changed",
    ],
  ],
  [
    'a parameter is removed by name and location',
    operation(`parameters: [${P}, ${Q}]`),
    operation(`parameters: [${Q}]`),
    [
      "$.paths['/x'].get.parameters[?(@.name=='p' && @.in=='query')] | remove | Operation `XGet`: parameter `p` removed",
    ],
  ],
  [
    'a new parameter replaces the array: engines turn an array that is a target into an object',
    operation('parameters: [{name: p, in: query}]'),
    operation('parameters: [{name: p, in: query}, {name: q, in: query}]'),
    [
      "$.paths['/x'].get.parameters | remove | Operation `XGet`: parameters removed, to be replaced",
      '$.paths[\'/x\'].get | {"parameters":[{"name":"p","in":"query"},{"name":"q","in":"query"}]} | Operation `XGet`: parameters replaced',
    ],
  ],
  [
    'schemas of an array are edited in place',
    schema(
      '{allOf: [{$ref: "#/definitions/Other"}, {properties: {A: {type: string}, B: {type: string, description: Long enough to matter}}, description: And more of that, which makes the list too long to be written anew}]}',
    ),
    schema(
      '{allOf: [{$ref: "#/definitions/Other"}, {properties: {A: {type: string}}, description: And more of that, which makes the list too long to be written anew}]}',
    ),
    ['$.definitions.Mount.allOf[1].properties.B | remove | `Mount`: `allOf[1].B` removed'],
  ],
  [
    'a value that changed entirely is replaced',
    operation('responses: {"200": {schema: {type: object, title: T, properties: {A: {}}}}}'),
    operation('responses: {"200": {schema: {$ref: "#/definitions/T"}}}'),
    [
      "$.paths['/x'].get.responses['200'].schema | remove | Operation `XGet`: schema of response `200` removed, to be replaced",
      '$.paths[\'/x\'].get.responses[\'200\'] | {"schema":{"$ref":"#/definitions/T"}} | Operation `XGet`: schema of response `200` replaced',
    ],
  ],
  [
    'names are quoted for the path, and stripped of control characters in the description',
    '{definitions: {}, it\'s: {"a\\nb": {c: 1}}}',
    '{definitions: {}, it\'s: {"a\\nb": {c: null}}}',
    ["$['it\\'s']['a\\nb'] | {\"c\":null} | Document: c of `it's.a?b` changed"],
  ],
])('%s', (_, from, to, wanted) => {
  const overlay = derive(side(from, '1'), side(to, '2'));
  const lines = overlay.actions.map(({ target, update, description }) => {
    return `${target} | ${update === undefined ? 'remove' : JSON.stringify(update)} | ${description}`;
  });
  expect(lines).toEqual(wanted);
});

test('the file is readable', () => {
  const from = side('{info: {version: "1"}, definitions: {A: {type: string}}}', '1.44');
  const to = side(
    '{info: {version: "2"}, definitions: {A: {type: string, description: "One.\\n\\nTwo: on.\\n", x-no: "no"}}}',
    '1.41',
  );
  expect(printOverlay(derive(from, to, { extends: '../v1.44/openapi.yaml' }))).toBe(`overlay: 1.0.0
info:
  title: Version 1.41, as changes of version 1.44
  version: 1.0.0
extends: ../v1.44/openapi.yaml
actions:
  - target: $.info
    description: "Document: version of \`info\` changed"
    update:
      version: "2"
  - target: $.definitions.A
    description: "\`A\`: description added, x-no added"
    update:
      description: |
        One.

        Two: on.
      x-no: "no"
`);
});
