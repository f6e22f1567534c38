/** The engine of a version: the calls of all nouns on one connection, and the functions that connect. */
import {
  call,
  comment,
  commentText,
  constant,
  generic,
  literal,
  mention,
  modulePath,
  object,
  returning,
  type CodeEntry,
  type CodeSymbol,
  type Declaration,
  type Naming,
  type TypeEntry,
  StructureKind,
} from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import { runtime } from './runtime.js';

const aboutConnect = comment(
  ['Finds the engine, checks which versions it serves, and returns a client of it.'],
  [
    { name: 'throws', text: '{@link ConnectionError} No engine responds.' },
    { name: 'throws', text: '{@link VersionError} The engine does not serve this version.' },
  ],
);

export function engineDeclarations({ api, names }: ClientEmitContext, naming: Naming): readonly Declaration[] {
  const home = { package: names.package, path: modulePath(naming, 'engine') };
  const value = (name: string): CodeSymbol => ({ name, home, value: true });
  const version = commentText(api.version).replaceAll('\n', ' ');
  const tables = names.nouns.map((noun): CodeEntry | string => {
    const table = names.table(noun);
    return table.name === names.member(noun) ? mention(table) : [names.member(noun), mention(table)];
  });
  const options: TypeEntry = ['options?', runtime('ConnectOptions')];
  const connected = (name: 'connectEngine' | 'engineAt', ...passed: readonly string[]) =>
    call(
      `${runtime(name)}<Engine>`,
      literal(api.version),
      'groups',
      ...passed,
      'options',
      ...(naming.exact ? [mention(names.codec)] : []),
    );
  return [
    {
      symbols: [{ name: 'Engine', home }],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: 'Engine',
          docs: [`A client of an engine, in API version ${version}.`],
          extends: [runtime('EngineConnection')],
          properties: names.nouns.map((noun) => ({
            kind: StructureKind.PropertySignature,
            name: names.member(noun),
            isReadonly: true,
            type: mention(names.calls(noun)),
          })),
        },
      ],
    },
    {
      symbols: [value('groups')],
      statements: [
        constant({
          name: 'groups',
          value: object(tables),
          comment: 'The operations that {@link Engine} calls, as data.',
        }),
      ],
    },
    {
      symbols: [value('connect')],
      statements: [
        returning({
          name: 'connect',
          parameters: [options],
          returnType: generic('Promise', 'Engine'),
          returned: connected('connectEngine'),
          comment: aboutConnect,
        }),
      ],
    },
    {
      symbols: [value('engineAt')],
      statements: [
        returning({
          name: 'engineAt',
          parameters: [['target', runtime('Target')], options],
          returnType: 'Engine',
          returned: connected('engineAt', 'target'),
          comment: 'Returns a client of the engine at a known address, without checking which versions it serves.',
        }),
      ],
    },
  ];
}
