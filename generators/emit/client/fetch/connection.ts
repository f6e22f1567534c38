/** The client of a version: the calls of all nouns, and the functions that create it. */
import {
  call,
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
  defaultUrl,
  originOf,
} from '../../../emitter/index.js';
import { clientDeclarations } from '../calls.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import { runtime } from './runtime.js';
import { credentialsDeclaration } from './security.js';

const propertyKind = StructureKind.PropertySignature;

export function connectionDeclarations(context: ClientEmitContext, naming: Naming): readonly Declaration[] {
  const { api, names } = context;
  const home = { package: names.package, path: modulePath(naming, 'client') };
  const [client, groups] = clientDeclarations(context, home, {
    name: 'Client',
    about: 'A client of API',
    base: runtime('ClientConnection'),
  });
  const [server] = api.servers;
  // A relative URL means nothing to a program that did not get the document from a server.
  const hasServer = server !== undefined && originOf(api.servers) !== undefined;
  const defaults: readonly CodeEntry[] = [
    ...(hasServer ? [['server', literal(defaultUrl(server))] as const] : []),
    ...(naming.exact ? [['codec', mention(names.codec)] as const] : []),
  ];
  const passed = defaults.length === 0 ? [] : [object(defaults)];
  const options: TypeEntry = [hasServer ? 'options?' : 'options', 'ClientSettings'];
  const credentials = { name: 'Credentials', home };
  const value = (name: string): CodeSymbol => ({ name, home, value: true });
  return [
    credentialsDeclaration(credentials, context),
    client,
    {
      symbols: [{ name: 'ClientSettings', home }],
      statements: [
        {
          kind: StructureKind.Interface,
          isExported: true,
          name: 'ClientSettings',
          docs: ['The options of a client.'],
          extends: [runtime('ClientOptions')],
          properties: [
            ...(hasServer
              ? []
              : [
                  {
                    kind: propertyKind,
                    name: 'baseUrl',
                    type: 'string',
                    isReadonly: true,
                    docs: ['The URL of the API, which its document does not name.'],
                  },
                ]),
            {
              kind: propertyKind,
              name: 'auth',
              type: mention(credentials),
              hasQuestionToken: true,
              isReadonly: true,
              docs: ['Credentials by the name of the security scheme, each a value or a function that returns it.'],
            },
          ],
        },
      ],
    },
    groups,
    {
      symbols: [value('createClient')],
      statements: [
        returning({
          name: 'createClient',
          parameters: [options],
          returnType: 'Client',
          returned: call(`${runtime('clientOf')}<Client>`, literal(api.version), 'groups', 'options', ...passed),
          comment: 'Returns a client with a method for each operation.',
        }),
      ],
    },
    {
      symbols: [{ name: 'createCaller', home: { ...home, path: modulePath(naming, 'caller') }, value: true }],
      statements: [
        returning({
          name: 'createCaller',
          parameters: [[options[0], mention({ name: 'ClientSettings', home })]],
          returnType: runtime('Caller'),
          returned: call(runtime('createCaller'), 'options', ...passed),
          comment:
            'Returns a client without methods, which calls imported operations: `caller.call(operation, input)`.',
        }),
      ],
    },
  ];
}
