/** The options of a server: with the handlers of the security schemes, typed by scheme. */
import {
  generic,
  objectType,
  propertyKey,
  type CodeSymbol,
  type Declaration,
  type TypeAliasStructure,
  type TypeEntry,
} from '../../../code/index.js';
import { StructureKind } from '../../../code/structures.js';
import type { Api, SecurityScheme } from '../../../ir/index.js';
import { runtime } from '../runtime.js';
import type { ServerDialect } from '../server-dialect.js';

export function securityOptions(api: Api, home: CodeSymbol['home']): ReturnType<ServerDialect['options']> {
  const { securitySchemes } = api;
  const required = requiredSchemes(api);
  const isRequired = required.size > 0;
  const security = `readonly security${isRequired ? '' : '?'}: SecurityHandlers`;
  const handlers = securitySchemes.map((scheme): TypeEntry => {
    const key = `readonly ${propertyKey(scheme.name)}${required.has(scheme.name) ? '' : '?'}`;
    return [key, generic(runtime('SecurityHandler'), credentialOf(scheme))];
  });
  const alias = (name: string, docs: string, type: TypeAliasStructure['type']): Declaration => ({
    symbols: [{ name, home }],
    statements: [{ kind: StructureKind.TypeAlias, isExported: true, name, docs: [docs], type }],
  });
  return {
    type: 'ServerOptions',
    isRequired,
    declarations:
      securitySchemes.length === 0
        ? [alias('ServerOptions', 'The options of a server.', runtime('StandardOptions'))]
        : [
            alias(
              'SecurityHandlers',
              'The handlers of the security schemes, by name. Each checks a credential and returns who the client is.',
              objectType(handlers, 'open'),
            ),
            alias('ServerOptions', 'The options of a server.', `${runtime('StandardOptions')} & { ${security} }`),
          ],
  };
}

/** Returns the schemes that an operation cannot do without: those of all of its alternatives. */
function requiredSchemes({ operations, securitySchemes }: Api): ReadonlySet<string> {
  const declared = securitySchemes.map(({ name }) => name);
  return new Set(
    operations.flatMap(({ security = [] }) =>
      security.length === 0
        ? []
        : declared.filter((name) => security.every((all) => all.some(({ scheme }) => scheme === name))),
    ),
  );
}

function credentialOf(scheme: SecurityScheme): string {
  if (scheme.kind === 'mutual-tls') return 'undefined';
  return scheme.kind === 'http' && scheme.scheme === 'basic' ? runtime('BasicCredential') : 'string';
}
