/** The complete reports of two small versions, and documents with malicious texts. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../document/index.js';
import { compareApis, reportJson, reportMarkdown, reportTerminal } from '../../index.js';
import { apiOf, carried, json, record, thing } from '../../testing/small-documents.js';

const string = { type: 'string' };
const plain = { color: false, width: 100 };

function thingApi(version: string, schema: JsonObject, parameters: readonly JsonObject[], extra: JsonObject = {}) {
  return apiOf({
    version,
    tags: [{ name: 'Thing', 'x-displayName': 'Things' }],
    schemas: { Thing: schema },
    paths: {
      '/things': {
        get: { operationId: 'ThingGet', tags: ['Thing'], parameters, responses: { '200': json(thing) } },
        post: { operationId: 'ThingMake', tags: ['Thing'], requestBody: json(thing), responses: {} },
      },
      ...extra,
    },
  });
}

const older = thingApi('1.1', record({ 'Size!': string, Old: string }), []);
const newer = thingApi(
  '1.2',
  record({ Size: string, Added: string }),
  [{ name: 'all', in: 'query', schema: { type: 'boolean' } }],
  { '/things/{id}': { delete: { operationId: 'ThingDelete', tags: ['Thing'], responses: {} } } },
);
const versions = { older, newer };
const changes = compareApis(older, newer);

describe('a report', () => {
  it('in Markdown: breaking changes first, each schema once', () => {
    expect(reportMarkdown(changes, versions)).toBe(`# Changes from 1.1 to 1.2

5 changes: 3 breaking, 2 for clients and 3 for servers.

## Things

### \`Thing\`

In requests and responses of ThingGet, ThingMake:

- **Breaking for clients and servers.** \`Thing.Old\` was removed.
- **Breaking for clients and servers.** \`Size\` of \`Thing\` is no longer required in requests and no longer always present in responses.
- \`Thing.Added\` was added.

### ThingDelete (\`DELETE /things/{id}\`)

- **Breaking for servers.** The operation ThingDelete (\`DELETE /things/{id}\`) was added.

### ThingGet (\`GET /things\`)

- \`all\` (query) was added to ThingGet.
`);
  });

  it('for a terminal: columns', () => {
    expect(reportTerminal(changes, versions, { color: false, width: 70 })).toBe(`1.1 → 1.2
5 changes: 3 breaking, 2 for clients and 3 for servers.

THINGS

  Thing
    in requests and responses of ThingGet, ThingMake
    ! both   removed    \`Thing.Old\` was removed.
    ! both   required   \`Size\` of \`Thing\` is no longer required in
                        requests and no longer always present in
                        responses.
             added      \`Thing.Added\` was added.

  ThingDelete  DELETE /things/{id}
    ! server added      The operation ThingDelete (\`DELETE
                        /things/{id}\`) was added.

  ThingGet  GET /things
             added      \`all\` (query) was added to ThingGet.
`);
  });

  it('for a terminal: colours change no letter', () => {
    const coloured = reportTerminal(changes, versions, { ...plain, color: true });
    expect(coloured).toContain('\u001b[31m! both   \u001b[0m');
    expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(reportTerminal(changes, versions, plain));
  });

  it('for a terminal: differences to decide, within its width', () => {
    const words = 'a '.repeat(45).trim();
    const undecided = [{ subject: words, place: 'b', remedy: words }];
    const text = reportTerminal([], { ...versions, undecided }, { color: false, width: 41 });
    expect(text.slice(text.indexOf('CONVERSIONS')).split('\n')).toEqual([
      'CONVERSIONS TO DECIDE',
      ...[`  ${words.slice(0, 37)}`, `    ${words.slice(0, 37)}`, `    ${words.slice(76)} (b)`],
      ...[`    ${words.slice(0, 37)}`, `    ${words.slice(0, 37)}`, `    ${words.slice(76)}`],
      '',
    ]);
  });

  it('in JSON: every change with its group, and counts', () => {
    const item = {
      subject: 'Thing.size: only the newer version accepts it',
      place: 'request.downgrade',
      remedy: 'at: …',
    };
    expect(JSON.parse(reportJson(changes, { ...versions, undecided: [item] }))).toEqual({
      older: '1.1',
      newer: '1.2',
      counts: { changes: 5, breaking: 3, clients: 2, servers: 3, kinds: { added: 3, removed: 1, required: 1 } },
      changes: changes.map((change) => ({ group: 'thing', ...change })),
      undecided: [item],
    });
  });

  it('lists operations before schemas that are as severe', () => {
    const api = (version: string, schema: JsonObject) =>
      thingApi(version, schema, [{ name: 'filter', in: 'query', schema }]);
    const two = { older: api('1', record({ Old: string })), newer: api('2', record({ Size: string })) };
    const report = reportMarkdown(compareApis(two.older, two.newer), two);
    expect(report.match(/^### \S+/gm)).toEqual(['### ThingGet', '### `Thing`']);
  });

  it('states that there are no changes', () => {
    expect(reportMarkdown([], versions)).toBe('# Changes from 1.1 to 1.2\n\nNo changes.\n');
    expect(reportTerminal([], versions, plain)).toBe('1.1 → 1.2\nNo changes.\n');
  });

  it('lists a schema together with its input variant', () => {
    const api = (schema: JsonObject) =>
      carried('both', record({ 'A!': string }), {
        Mount: schema,
        MountInput: schema,
      });
    const two = { older: api(record({ A: string })), newer: api(record({ A: string, B: string })) };
    const report = reportMarkdown(compareApis(two.older, two.newer), two);
    expect(report.match(/^### .*$/gm)).toEqual(['### `Mount`']);
    expect(report).toContain('`MountInput.B` was added');
  });
});

describe('text of a document is data', () => {
  const nasty = '\u001b[31m*a*|<img src=x>`\n# b';
  const group = '\u001b[2J<b>[x](y)\n# z';
  const api = (schema: JsonObject) => ({
    ...carried('both', record({ [nasty]: schema })),
    groups: [{ name: 'thing', tag: group, title: group }],
  });
  const two = { older: api(string), newer: api({ type: 'integer' }) };
  const found = compareApis(two.older, two.newer);

  it('in Markdown: no name becomes markup, a line or a heading', () => {
    const report = reportMarkdown(found, two);
    expect(report).toContain('## \\[2J\\<b\\>\\[x\\]\\(y\\) \\# z\n');
    expect(report).toContain('The type of `` \\u001b[31m*a*|<img src=x>`\\u000a# b `` of `Thing` changed');
    expect(report.match(/^#+ .*$/gm)).toHaveLength(3);
  });

  it('in a terminal: no control character arrives', () => {
    expect(reportTerminal(found, two, plain)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

it('a change of several operations is said once, with them', () => {
  const apiWith = (version: string, ids: readonly string[], headers: JsonObject) =>
    apiOf({
      version,
      schemas: { Thing: record({ Size: string }) },
      paths: Object.fromEntries(
        ids.map((id) => [`/${id}`, { get: { operationId: id, responses: { '200': { ...json(thing), headers } } } }]),
      ),
    });
  const ids = ['of', 'list', 'targets'];
  const pair = {
    older: apiWith('1', ids, {}),
    newer: apiWith('2', ids, { 'X-Limit': { schema: string }, 'X-Left': { required: true, schema: string } }),
  };
  const report = reportTerminal(compareApis(pair.older, pair.newer), pair, plain);
  expect(report).toBe(`1 → 2
6 changes: 3 breaking, 0 for clients and 3 for servers.

3 OPERATIONS
    in List, Of, Targets
    ! server added      The header \`X-Left\` was added to the response 200 of each.
             added      The header \`X-Limit\` was added to the response 200 of each.
`);
});
