/** The testing kit of emitters finds what is wrong with an emitter, and nothing in a correct one. */
import { describe, expect, it } from 'vitest';
import { defineEmitter, literal, commentBlock, commentText, fileName, type CodeSymbol } from '../../emitter/index.js';
import { emit, injectionErrors, typeErrors } from '../emitter/index.js';

const lid = { type: 'string' };
const document = (version: string, properties: object) => ({
  openapi: '3.1.0',
  info: { title: 'Boxes', version },
  paths: {
    '/boxes': {
      post: {
        operationId: 'BoxPut',
        tags: ['Box'],
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Box' } } } },
        responses: { 204: { description: 'Done.' } },
      },
    },
  },
  components: { schemas: { Box: { type: 'object', properties }, Lid: lid } },
});
const documents = [document('1.0', { size: { type: 'integer' } }), document('1.1', { size: { type: 'string' } })];

/** Declares a constant for each operation. */
const constants = (statement: (text: string, symbol: CodeSymbol) => string) =>
  defineEmitter()({
    name: 'constants',
    emit: ({ api, symbol }) => ({
      manifest: { description: 'Constants' },
      declarations: api.operations.map((operation) => {
        const one = symbol('summary', fileName(operation.group));
        return { symbols: [one], statements: [statement(operation.summary ?? '', one)] };
      }),
    }),
  });
const careful = constants(
  (text, { name }) => `${commentBlock(commentText(text))}export const ${name}: string = ${literal(text)};`,
);

describe('emit', () => {
  it('returns the files that the command writes, of all versions', async () => {
    const files = await emit(documents, ['types', careful], { scope: '@acme' });
    expect(files.get('v1.1/types/gen/box.ts')).toContain('size?: string;');
    expect(files.get('v1.0/types/gen/index.ts')).toContain("type Lid } from '@acme/types-v1.1';");
    expect(files.get('v1.1/constants/README.md')).toMatch(/^# @acme\/constants-v1\.1\n/);
  });

  it('takes documents as text, and options', async () => {
    const sized = defineEmitter<{ readonly size?: number }>()({
      name: 'sized',
      options: { type: 'object', properties: { size: { type: 'integer' } } },
      emit: ({ options: { size = 0 } }) => ({ files: [{ path: 'size.txt', text: String(size) }] }),
    });
    const files = await emit(
      ['openapi: 3.1.0\ninfo: { title: Box, version: "2.0" }\npaths: {}\n'],
      [[sized, { size: 3 }]],
    );
    expect([...files]).toEqual([['v2.0/sized/size.txt', '3']]);
    await expect(emit([], [[sized, { size: 'a' }]])).rejects.toThrow('CONFIG_STRUCTURE');
  });

  it('throws the errors of the command', async () => {
    await expect(emit(documents, [constants(() => 'export const x = ;')])).rejects.toThrow('EMITTER_STRUCTURE');
    await expect(emit(['openapi: ['], ['types'])).rejects.toThrow('READ_SYNTAX');
  });
});

describe('injectionErrors', () => {
  it('finds nothing in an emitter that quotes all texts', async () => {
    expect(await injectionErrors([careful])).toEqual([]);
  });

  it.each([
    [
      'a string in bare quotes',
      (text: string, { name }: CodeSymbol) => `export const ${name} = '${text}';`,
      'single quote',
    ],
    [
      'a bare comment',
      (text: string, { name }: CodeSymbol) => `/* ${text} */\nexport const ${name} = 1;`,
      'comment end',
    ],
    ['a bare line comment', (text: string, { name }: CodeSymbol) => `export const ${name} = 1; // ${text}`, 'new line'],
  ])('finds %s', async (_what, statement, payload) => {
    expect((await injectionErrors([constants(statement)])).join('\n')).toContain(`: ${payload}`);
  });

  it('finds a file whose name is a name of the document', async () => {
    const files = defineEmitter()({
      name: 'files',
      emit: ({ api }) => ({
        files: api.schemas.filter(({ named }) => named).map(({ name }) => ({ path: `${name}.py`, text: '' })),
      }),
    });
    expect((await injectionErrors([files])).join('\n')).toContain('is invalid: the path');
  });
});

describe('typeErrors', () => {
  it('finds nothing in the packages of built-in emitters', async () => {
    const files = await emit(documents, ['client', ['server', { dialect: 'standard' }], careful]);
    const program = `import { createClient } from '@test/client-v1.0';\ncreateClient({ baseUrl: '' }).box.put({ body: { size: 1 } });\n`;
    expect(await typeErrors(files, { modules: { 'program.ts': program } })).toEqual([]);
    const wrong = program.replace('size: 1', "size: 'a'");
    expect(await typeErrors(files, { modules: { 'program.ts': wrong } })).toEqual([
      "program.ts:2:49: TS2322: Type 'string' is not assignable to type 'number'.",
    ]);
  });

  it('finds errors in the code of an emitter', async () => {
    const files = await emit(documents, [constants((_text, { name }) => `export const ${name}: number = 'a';`)]);
    expect(await typeErrors(files)).toContain(
      "v1.1/constants/gen/box.ts:4:14: TS2322: Type 'string' is not assignable to type 'number'.",
    );
  });
});
