/** `lading bump` on arbitrary documents: a report, or an error with its place and remedy, never a crash. */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, inject, it, vi } from 'vitest';
import { isArray, isObject, type Json } from '../../document/index.js';
import { readDocument } from '../../read/index.js';
import { publishedThings, putThings } from '../../testing/things.js';
import { main } from '../main.js';

const folder = temporaryFolder();
const template = join(folder, 'template');
let next: Json = null;
beforeAll(() => {
  putThings(template);
  const file = join(template, 'foreign.yaml');
  writeFileSync(file, publishedThings('1.1', more));
  next = readDocument(file).root as Json;
});

/** What makes a document large: nested compositions, enumerations, another group, bodies and responses of several kinds. */
const more = `      Kind: { type: string, enum: [small, large], default: small }
      Parts: { type: array, items: { $ref: '#/definitions/Part' } }
  Part:
    allOf: [{ $ref: '#/definitions/Base' }, { type: object, properties: { Whole: { $ref: '#/definitions/Thing' } } }]
  Base: { type: object, required: [Id], properties: { Id: { type: string }, Labels: { type: object, additionalProperties: { type: string } } } }
`;

async function bump(document: Json) {
  const spec = join(folder, 'spec');
  rmSync(spec, { recursive: true, force: true });
  cpSync(join(template, 'spec'), spec, { recursive: true });
  const file = join(folder, 'next.json');
  writeFileSync(file, JSON.stringify(document));
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    vi.spyOn(process[stream], 'write').mockImplementation((text) => (output[stream] += String(text)) !== '');
  try {
    const out = join(folder, 'out');
    rmSync(out, { recursive: true, force: true });
    const args = ['bump', file, '--previous', join(template, 'acme-1.0.yaml'), '--spec', spec, '--out', out, '--json'];
    return { exit: await main(args), ...output };
  } finally {
    vi.restoreAllMocks();
  }
}

/** Every place of a document, as a path. */
function placesOf(value: Json, path: readonly string[] = []): readonly (readonly string[])[] {
  const below = isArray(value) || isObject(value) ? Object.entries(value as { [key: string]: Json }) : [];
  return [...(path.length > 0 ? [path] : []), ...below.flatMap(([key, entry]) => placesOf(entry, [...path, key]))];
}

/** A copy in which the place holds something else: another value, nothing, or the same under another name. */
function edited(root: Json, [key = '', ...rest]: readonly string[], { to, value }: Edit): Json {
  const change = (entry: Json) => (rest.length > 0 ? edited(entry, rest, { to, value }) : value);
  if (isArray(root)) {
    const at = Number(key);
    return root.flatMap((entry: Json, index) =>
      index !== at ? [entry] : to === null && rest.length === 0 ? [] : [change(entry)],
    );
  }
  if (!isObject(root)) return root;
  return Object.fromEntries(
    Object.entries(root as { [key: string]: Json }).flatMap(([name, entry]) => {
      if (name !== key) return [[name, entry]];
      if (rest.length > 0) return [[name, change(entry)]];
      if (to === null) return [];
      return to === '' ? [[name, value]] : [[to, entry]];
    }),
  );
}

interface Edit {
  /** Another name for what is there; `null` takes it out, empty puts the value in its place. */
  readonly to: string | null;
  readonly value: Json;
}

const schemas: readonly Json[] = [
  { type: 'string', enum: ['a', 1, null] },
  { type: 'integer', enum: [1, 2] },
  { enum: [] },
  { allOf: [{ allOf: [{ $ref: '#/definitions/Base' }] }, { type: 'object', properties: { New: { type: 'file' } } }] },
  { $ref: '#/definitions/Part' },
  { $ref: '#/definitions/Gone' },
  { $ref: '#' },
  { type: ['string', 'null'] },
  { oneOf: [{ type: 'string' }, { type: 'integer' }], 'x-foreign': { a: 1 } },
  { type: 'object', additionalProperties: { type: 'array', items: {} }, 'x-nullable': true },
  { get: { responses: { default: { description: 'no name, no group' } } } },
  { put: { tags: ['New Group'], operationId: 'ThingPut', consumes: ['application/x-new'], responses: { '299': {} } } },
];

const edit = fc.record({
  at: fc.nat(),
  to: fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    fc.constant(null),
    fc.constantFrom('Renamed', '__proto__', 'constructor', "it's", 'a b/{c}', '*/', '/things/{id}/new', 'x-foreign'),
  ),
  value: fc.oneof(
    fc.constantFrom(...schemas),
    fc.constantFrom<Json>(null, true, 0, '', 'text\n*/', '1.2', [], {}, [null], 1e21),
    fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json),
  ),
});

it('ends with a report or with a problem', { timeout: 240_000 }, async () => {
  const ends = new Set<number>();
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
      const document = edits.reduce((root, { at, ...one }) => {
        const places = placesOf(root);
        return edited(root, places[at % Math.max(1, places.length)] ?? [], one);
      }, next);
      const { exit, stdout, stderr } = await bump(document);
      ends.add(exit);
      if (exit === 0 || exit === 3) {
        const { overlay, decided } = JSON.parse(stdout) as { overlay: string; decided: boolean };
        expect(decided).toBe(exit === 0);
        expect(readFileSync(join(folder, 'spec/versions.yaml'), 'utf8')).toContain('overlays/v');
        expect(overlay).toContain('extends: ../v1.0/openapi.yaml');
      } else {
        const { problem } = JSON.parse(stderr) as { problem: { code: string; place: string; remedy: string } };
        expect(problem.place, stderr).not.toBe('');
        expect(problem.remedy, stderr).not.toBe('');
      }
    }),
    { numRuns: inject('isFullRun') ? 60 : 10 },
  );
  // A short run may draw documents of one kind only.
  if (inject('isFullRun')) expect([...ends]).toEqual(expect.arrayContaining([0, 1]));
});
