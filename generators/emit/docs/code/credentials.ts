/** The credentials that an operation requires, as samples send them: each from a variable of the environment. */
import type { Api, Operation, Parameter, SecurityScheme } from '../../../emitter/index.js';

export interface SampleCredential {
  /** The name of the security scheme. */
  readonly scheme: string;
  /** `header` with an optional word before the credential, such as `Bearer`; `basic` and `digest` have a name and a password. */
  readonly in: 'header' | 'query' | 'cookie' | 'basic' | 'digest' | 'certificate';
  /** The header, the parameter or the cookie; empty of the others. */
  readonly name: string;
  readonly prefix: string;
  readonly variables: readonly string[];
}

/** Returns those of the first alternative; none if an alternative allows anonymous requests. */
export function credentialsOf(
  { security = [] }: Pick<Operation, 'security'>,
  { securitySchemes }: Pick<Api, 'securitySchemes'>,
): readonly SampleCredential[] {
  if (security.some((requirement) => requirement.length === 0)) return [];
  return (security[0] ?? []).flatMap(({ scheme }) => {
    const found = securitySchemes.find(({ name }) => name === scheme);
    return found === undefined ? [] : [credentialOf(found)];
  });
}

/** Whether a credential is sent in place of a parameter that the document declares besides. */
export function isReplaced({ name, in: place }: Parameter, credentials: readonly SampleCredential[]): boolean {
  return credentials.some((one) => one.in === place && one.name.toLowerCase() === name.toLowerCase());
}

function credentialOf(scheme: SecurityScheme): SampleCredential {
  const variables = (...suffixes: readonly string[]) => suffixes.map((suffix) => variableOf(scheme.name, suffix));
  const none = { scheme: scheme.name, name: '', prefix: '' };
  const header = (prefix: string, suffix: string): SampleCredential => {
    return { scheme: scheme.name, in: 'header', name: 'Authorization', prefix, variables: variables(suffix) };
  };
  switch (scheme.kind) {
    case 'api-key':
      return { ...none, in: scheme.in, name: scheme.parameter, variables: variables('KEY') };
    case 'oauth2':
    case 'open-id-connect':
      return header('Bearer ', 'TOKEN');
    case 'mutual-tls':
      return { ...none, in: 'certificate', variables: variables('CERT', 'KEY') };
    case 'http':
      if (scheme.scheme === 'basic' || scheme.scheme === 'digest')
        return { ...none, in: scheme.scheme, variables: variables('USER', 'PASSWORD') };
      return scheme.scheme === 'bearer' ? header('Bearer ', 'TOKEN') : header(`${scheme.scheme} `, 'CREDENTIALS');
  }
}

/** Returns the name of a variable: `petAuth` → `PET_AUTH_TOKEN`, `api_key` → `API_KEY`. */
function variableOf(scheme: string, suffix: string): string {
  const words = scheme.replace(/([a-z0-9])([A-Z])/g, '$1_$2').split(/[^A-Za-z0-9]+/);
  const snake = words
    .filter((word) => word !== '')
    .join('_')
    .toUpperCase();
  const name = /^[A-Z]/.test(snake) ? snake : snake === '' ? 'API' : `API_${snake}`;
  return name === suffix || name.endsWith(`_${suffix}`) ? name : `${name}_${suffix}`;
}
