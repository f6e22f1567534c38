/** The address of an API → constants: its servers, and its security schemes. */
import {
  constant,
  data,
  type CodeSymbol,
  type Data,
  type Declaration,
  type Api,
  type SecurityRequirement,
  type SecurityScheme,
  type Server,
  type ServerVariable,
} from '../../emitter/index.js';
import type { ContractNames } from './names.js';
import { runtime } from './runtime.js';

export function addressDeclarations(api: Api, names: ContractNames): readonly Declaration[] {
  return [
    ...(names.servers === undefined
      ? []
      : [
          declared(
            names.servers,
            `readonly ${runtime('Server')}[]`,
            serversData(api.servers),
            'The servers; the first one is the default.',
          ),
        ]),
    ...(names.securitySchemes === undefined
      ? []
      : [
          declared(
            names.securitySchemes,
            runtime('SecuritySchemes'),
            schemesData(api),
            'The security schemes by name.',
          ),
        ]),
  ];
}

function declared({ name, ...symbol }: CodeSymbol, type: string, value: Data, comment: string): Declaration {
  return {
    symbols: [{ name, ...symbol }],
    statements: [constant({ name, type, value: data(value), comment })],
  };
}

export function serversData(servers: readonly Server[]): Data {
  return servers.map(({ url, variables }) => ({
    url,
    ...(variables && { variables: Object.fromEntries(variables.map(variableData)) }),
  }));
}

function variableData({ name, default: preset, values }: ServerVariable): readonly [string, Data] {
  return [name, { default: preset, ...(values && { values }) }];
}

export function securityData(security: readonly SecurityRequirement[]): Data {
  return security.map((all) => Object.fromEntries(all.map(({ scheme, scopes = [] }) => [scheme, scopes])));
}

function schemesData({ securitySchemes }: Api): Data {
  return Object.fromEntries(securitySchemes.map((scheme) => [scheme.name, schemeData(scheme)]));
}

function schemeData(scheme: SecurityScheme): Data {
  switch (scheme.kind) {
    case 'api-key':
      return { kind: scheme.kind, in: scheme.in, parameter: scheme.parameter };
    case 'http': {
      const { kind, scheme: name, bearerFormat } = scheme;
      return { kind, scheme: name, ...(bearerFormat !== undefined && { bearerFormat }) };
    }
    case 'oauth2': {
      const flows = scheme.flows.map(({ scopes, ...flow }) => ({ ...flow, scopes: scopes.map(({ name }) => name) }));
      const { kind, metadataUrl } = scheme;
      return { kind, flows, ...(metadataUrl !== undefined && { metadataUrl }) };
    }
    case 'open-id-connect':
      return { kind: scheme.kind, url: scheme.url };
    case 'mutual-tls':
      return { kind: scheme.kind };
  }
}
