/** The server of a version: all handlers, and the way from the contract and them to a server. */
import {
  commentBlock,
  commentText,
  mention,
  propertyKey,
  type ContractContext,
  type Declaration,
} from '../../code/index.js';
import type { EmitContext } from './given.js';
import { runtime } from './runtime.js';

export function serverDeclarations({ api, names }: EmitContext, { contract }: ContractContext): readonly Declaration[] {
  const home = names.module('gen/engine.ts');
  const members = names.nouns.map(
    (noun) => `  readonly ${propertyKey(names.noun(noun))}?: Partial<${mention(names.handlers(noun))}>;\n`,
  );
  const version = commentText(api.version).replaceAll('\n', ' ');
  const handlers = `${commentBlock(`What answers, by noun and verb. What is left out is answered with 501.`)}export type Handlers = {\n${members.join('')}};`;
  const create = `${commentBlock(`A server of API version ${version}: requests are read and checked, handlers answer them.`)}export function createServer(handlers: Handlers, options?: ${runtime('ServerOptions')}): ${runtime('EngineServer')} {\n  return ${runtime('createServerOf')}(${mention(contract)}, handlers, options);\n}`;
  return [
    { symbols: [{ name: 'Handlers', home }], statements: [handlers] },
    { symbols: [{ name: 'createServer', home, value: true }], statements: [create] },
  ];
}
