/** The engine of a version: the calls of all nouns on one connection, and the functions that connect. */
import {
  call,
  comment,
  generic,
  literal,
  mention,
  modulePath,
  returning,
  type CodeSymbol,
  type Declaration,
  type Naming,
  type TypeEntry,
} from '../../../emitter/index.js';
import { clientDeclarations } from '../calls.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import { runtime } from './runtime.js';

const aboutConnect = comment(
  ['Finds the engine, checks which versions it serves, and returns a client of it.'],
  [
    { name: 'throws', text: '{@link ConnectionError} No engine responds.' },
    { name: 'throws', text: '{@link VersionError} The engine does not serve this version.' },
  ],
);

export function engineDeclarations(context: ClientEmitContext, naming: Naming): readonly Declaration[] {
  const { api, names } = context;
  const home = { package: names.package, path: modulePath(naming, 'engine') };
  const value = (name: string): CodeSymbol => ({ name, home, value: true });
  const [engine, groups] = clientDeclarations(context, home, {
    name: 'Engine',
    about: 'A client of an engine, in API',
    base: runtime('EngineConnection'),
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
    engine,
    groups,
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
