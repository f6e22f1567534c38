/** The options of a server: with the handlers of the security schemes, typed by scheme. */
import {
  generic,
  objectType,
  propertyKey,
  union,
  type CodeSymbol,
  type Declaration,
  type TypeAliasStructure,
  type TypeCode,
  type TypeEntry,
  StructureKind,
  type Api,
  type Operation,
  type SecurityScheme,
} from '../../../emitter/index.js';
import { runtime } from '../runtime.js';
import type { ServerDialect } from '../server-dialect.js';

/** The type parameter of a server: without a type argument, identities are unknown. */
const identities = 'Identities = Record<never, never>';

export function securityOptions(api: Api, home: CodeSymbol['home']): ReturnType<ServerDialect['options']> {
  const { securitySchemes } = api;
  const required = requiredSchemes(api);
  const isRequired = required.size > 0;
  const security = `readonly security${isRequired ? '' : '?'}: ${runtime('SecurityWith')}<SecurityHandlers, Identities>`;
  const handlers = securitySchemes.map((scheme): TypeEntry => {
    const key = `readonly ${propertyKey(scheme.name)}${required.has(scheme.name) ? '' : '?'}`;
    return [key, generic(runtime('SecurityHandler'), credentialOf(scheme))];
  });
  const alias = (name: string, docs: string, type: TypeAliasStructure['type']): Declaration => ({
    symbols: [{ name: name.replace(/<.*/, ''), home }],
    statements: [{ kind: StructureKind.TypeAlias, isExported: true, name, docs: [docs], type }],
  });
  return {
    type: 'ServerOptions',
    isRequired,
    ...(securitySchemes.length > 0 && { identities }),
    declarations:
      securitySchemes.length === 0
        ? [alias('ServerOptions', 'The options of a server.', runtime('StandardOptions'))]
        : [
            alias(
              'SecurityHandlers',
              'The handlers of the security schemes, by name. Each checks a credential and returns who the client is.',
              objectType(handlers, 'open'),
            ),
            alias(
              `ServerOptions<${identities}>`,
              'The options of a server whose security handlers return `Identities`.',
              `${runtime('StandardOptions')} & { ${security} }`,
            ),
          ],
  };
}

/** Returns the results of the security handlers of each alternative, by scheme; their types are arguments of the server. */
export function identityType({ security = [] }: Operation): TypeCode | undefined {
  if (security.length === 0) return undefined;
  return union(
    security.map((all) => {
      const schemes = all.map(({ scheme }): TypeEntry => [`readonly ${propertyKey(scheme)}`, 'unknown']);
      return objectType(schemes);
    }),
  );
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
