/** The server of a version: its contract as data, all handlers, and the way from one to the other. */
import {
  type CodeModule,
  commentBlock,
  commentText,
  entryKey,
  literal,
  mention,
  object,
  propertyKey,
  statement,
} from '../../code/index.js';
import type { Rooms } from './answer.js';
import { runtime } from './runtime.js';

export function contractModule({ api, names }: Rooms): CodeModule {
  const home = names.module('gen/contract.ts');
  const operations = api.operations.map(
    (operation) => [entryKey(operation.id), mention(names.operation(operation))] as const,
  );
  const code = object(
    [
      ['version', literal(api.version)],
      ['operations', object(operations)],
    ],
    'open',
  );
  const about = commentBlock('Every operation, as a server reads and answers it.');
  return {
    ...home,
    about: `The contract of API version ${said(api.version)}.`,
    declarations: [
      {
        symbols: [{ name: 'contract', home, value: true }],
        statements: [statement(`${about}export const contract: ${runtime('Contract')} = `, code, ';')],
      },
    ],
    passesOn: [],
  };
}

export function engineModule({ api, names }: Rooms): CodeModule {
  const home = names.module('gen/engine.ts');
  const contract = mention({ name: 'contract', home: names.module('gen/contract.ts'), value: true });
  const members = names.nouns.map(
    (noun) => `  readonly ${propertyKey(names.noun(noun))}?: Partial<${mention(names.handlers(noun))}>;\n`,
  );
  const handlers = `${commentBlock(`What answers, by noun and verb. What is left out is answered with 501.`)}export type Handlers = {\n${members.join('')}};`;
  const create = `${commentBlock(`A server of API version ${said(api.version)}: requests are read and checked, handlers answer them.`)}export function createServer(handlers: Handlers, options?: ${runtime('ServerOptions')}): ${runtime('EngineServer')} {\n  return ${runtime('createServerOf')}(${contract}, handlers, options);\n}`;
  return {
    ...home,
    about: `The server of API version ${said(api.version)}.`,
    declarations: [
      { symbols: [{ name: 'Handlers', home }], statements: [handlers] },
      { symbols: [{ name: 'createServer', home, value: true }], statements: [create] },
    ],
    passesOn: [],
  };
}

function said(version: string): string {
  return commentText(version).replaceAll('\n', ' ');
}
