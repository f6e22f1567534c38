/** The server of a version: the type of all handlers, and the function that creates a server from them. */
import {
  call,
  commentText,
  generic,
  mention,
  objectType,
  propertyKey,
  returning,
  type ContractContext,
  type Declaration,
  type Naming,
  type TypeEntry,
  StructureKind,
} from '../../emitter/index.js';
import type { ServerEmitContext } from './handler-results.js';
import { runtime } from './runtime.js';

export function serverDeclarations(
  { api, names, dialect }: ServerEmitContext,
  { contract }: ContractContext,
  { exact }: Naming,
): readonly Declaration[] {
  const home = names.module(dialect.module);
  const options = dialect.options(api, home);
  const { identities } = options;
  const version = commentText(api.version).replaceAll('\n', ' ');
  const members = names.nouns.map((noun): TypeEntry => {
    return [`readonly ${propertyKey(noun)}?`, generic('Partial', mention(names.handlers(noun)))];
  });
  return [
    ...options.declarations,
    {
      symbols: [{ name: 'Handlers', home }],
      statements: [
        {
          kind: StructureKind.TypeAlias,
          isExported: true,
          name: 'Handlers',
          docs: ['The handlers, by noun and verb. An operation without a handler responds with 501.'],
          type: objectType(members, 'open'),
        },
      ],
    },
    {
      symbols: [{ name: 'createServer', home, value: true }],
      statements: [
        returning({
          name: identities === undefined ? 'createServer' : `createServer<${identities}>`,
          parameters: [
            ['handlers', identities === undefined ? 'Handlers' : `${runtime('HandlersWith')}<Handlers, Identities>`],
            [
              options.isRequired ? 'options' : 'options?',
              identities === undefined ? options.type : `${options.type}<Identities>`,
            ],
          ],
          returnType: runtime(dialect.server),
          returned: call(
            runtime(dialect.create),
            mention(contract),
            'handlers',
            exact ? '{ ...options, exact: true }' : 'options',
          ),
          comment: `A server of API version ${version}: requests are decoded and validated before a handler is called.${exact ? ' 64-bit integers are `bigint`.' : ''}`,
        }),
      ],
    },
  ];
}
