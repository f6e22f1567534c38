/** Security schemes and requirements → those of OpenAPI. */
import {
  objectOf,
  type Json,
  type JsonObject,
  type OAuth2Flow,
  type OAuth2FlowKind,
  type SecurityRequirement,
  type SecurityScheme,
} from '../../emitter/index.js';
import { notesJson } from './notes.js';

export function securityScheme(scheme: SecurityScheme): JsonObject {
  return { ...schemeJson(scheme), ...notesJson(scheme) };
}

export function securityJson(requirements: readonly SecurityRequirement[]): Json {
  return requirements.map((all) => objectOf(all.map(({ scheme, scopes = [] }) => [scheme, scopes] as const)));
}

function schemeJson(scheme: SecurityScheme): JsonObject {
  switch (scheme.kind) {
    case 'api-key':
      return { type: 'apiKey', in: scheme.in, name: scheme.parameter };
    case 'http': {
      const { bearerFormat } = scheme;
      return { type: 'http', scheme: scheme.scheme, ...(bearerFormat !== undefined && { bearerFormat }) };
    }
    case 'oauth2': {
      const flows = scheme.flows.map((flow) => [flowNames[flow.kind], flowJson(flow)] as const);
      const { metadataUrl } = scheme;
      return { type: 'oauth2', flows: objectOf(flows), ...(metadataUrl && { oauth2MetadataUrl: metadataUrl }) };
    }
    case 'open-id-connect':
      return { type: 'openIdConnect', openIdConnectUrl: scheme.url };
    case 'mutual-tls':
      return { type: 'mutualTLS' };
  }
}

const flowNames: Readonly<Record<OAuth2FlowKind, string>> = {
  implicit: 'implicit',
  password: 'password',
  'client-credentials': 'clientCredentials',
  'authorization-code': 'authorizationCode',
  'device-authorization': 'deviceAuthorization',
};

function flowJson({ kind: _kind, scopes, ...urls }: OAuth2Flow): JsonObject {
  return { ...urls, scopes: objectOf(scopes.map(({ name, description = '' }) => [name, description] as const)) };
}
