/** The security schemes of an API: a constant for each, and the type of all credentials. */
import {
  call,
  camelCase,
  commentText,
  constant,
  docComment,
  entryKey,
  generic,
  identifier,
  literal,
  propertyKey,
  type CodeSymbol,
  type Declaration,
  StructureKind,
  type Api,
  type SecurityScheme,
} from '../../../emitter/index.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import type { RuntimeSymbol } from '../client-runtime.js';
import { runtime } from './runtime.js';

/** Returns the constants of the schemes, to be named. */
export function schemeNames({ securitySchemes }: Api): readonly RuntimeSymbol[] {
  return securitySchemes.map(({ name }) => ({
    key: `scheme ${name}`,
    wanted: `${camelCase(identifier(name))}Scheme`,
    module: 'security',
  }));
}

/** Returns the constant of a scheme. */
export function schemeSymbol({ name }: SecurityScheme, { names }: ClientEmitContext): CodeSymbol {
  return names.ofRuntime(`scheme ${name}`);
}

export function schemeDeclarations(context: ClientEmitContext): readonly Declaration[] {
  return context.api.securitySchemes.map((scheme) => {
    const symbol = schemeSymbol(scheme, context);
    return {
      symbols: [symbol],
      statements: [
        constant({
          name: symbol.name,
          type: runtime('SecurityScheme'),
          value: schemeCode(scheme),
          comment: commentText(`The security scheme \`${entryKey(scheme.name)}\`.`),
        }),
      ],
    };
  });
}

/** Returns the interface of the credentials of all schemes. */
export function credentialsDeclaration(symbol: CodeSymbol, { api }: ClientEmitContext): Declaration {
  return {
    symbols: [symbol],
    statements: [
      {
        kind: StructureKind.Interface,
        isExported: true,
        name: symbol.name,
        docs: ['The credentials of a client, by the name of the security scheme.'],
        properties: api.securitySchemes
          .filter(({ kind }) => kind !== 'mutual-tls')
          .map((scheme) => ({
            kind: StructureKind.PropertySignature,
            name: propertyKey(scheme.name),
            type: generic(runtime('Credential'), isBasic(scheme) ? runtime('BasicCredential') : 'string'),
            hasQuestionToken: true,
            isReadonly: true,
            docs: docComment(scheme),
          })),
      },
    ],
  };
}

function isBasic(scheme: SecurityScheme): boolean {
  return scheme.kind === 'http' && scheme.scheme === 'basic';
}

function schemeCode(scheme: SecurityScheme) {
  const created = (name: Parameters<typeof runtime>[0], ...passed: readonly string[]) =>
    call(`/* @__PURE__ */ ${runtime(name)}`, literal(scheme.name), ...passed.map((each) => literal(each)));
  switch (scheme.kind) {
    case 'api-key':
      return created(
        ({ header: 'headerKey', query: 'queryKey', cookie: 'cookieKey' } as const)[scheme.in],
        scheme.parameter,
      );
    case 'http': {
      if (scheme.scheme === 'basic' || scheme.scheme === 'bearer') return created(scheme.scheme);
      return created(
        'authorization',
        scheme.scheme.replace(/^./, (letter) => letter.toUpperCase()),
      );
    }
    case 'mutual-tls':
      return created('mutualTls');
    case 'oauth2':
    case 'open-id-connect':
      return created('bearer');
  }
}
