/** Reads security schemes and requirements. */
import { get, isArray, isObject, type JsonObject } from '../document/index.js';
import type { OAuth2Flow, OAuth2FlowKind, RequiredScheme, SecurityRequirement, SecurityScheme } from '../ir/index.js';
import { notesOf } from './notes.js';
import type { Node, Source } from './source.js';

/** Reads the security schemes of a document in their order. A scheme of an unknown type is left out. */
export function securitySchemesOf(source: Source): readonly SecurityScheme[] {
  const holder = source.swagger ? source.root : source.child(source.root, 'components');
  const entries = holder ? source.entries(holder, source.swagger ? 'securityDefinitions' : 'securitySchemes') : [];
  return entries.flatMap(([name, node]) => schemeOf(source, name, source.follow(node)));
}

/** Reads the alternatives that an operation requires: its own, or those of the document. */
export function securityOf(source: Source, operation: Node): readonly SecurityRequirement[] | undefined {
  const node = get(operation.value, 'security') === undefined ? source.root : operation;
  const alternatives = source.entries(node, 'security').map(([, requirement]) => requirementOf(requirement.value));
  return alternatives.length === 0 ? undefined : alternatives;
}

function requirementOf(value: JsonObject): SecurityRequirement {
  return Object.entries(value).map(([scheme, listed]): RequiredScheme => {
    const scopes = isArray(listed) ? listed.filter((scope) => typeof scope === 'string') : [];
    return { scheme, ...(scopes.length > 0 && { scopes }) };
  });
}

function schemeOf(source: Source, name: string, node: Node): readonly SecurityScheme[] {
  const { description, deprecated, extensions } = notesOf(node.value);
  const common = {
    name,
    ...(description && { description }),
    ...(deprecated && { deprecated }),
    ...(extensions && { extensions }),
  };
  const text = (key: string) => source.text(node, key);
  switch (text('type')) {
    case 'apiKey': {
      const place = text('in');
      const inside = place === 'query' || place === 'cookie' ? place : 'header';
      return [{ ...common, kind: 'api-key', in: inside, parameter: text('name') ?? '' }];
    }
    // Swagger 2.0
    case 'basic':
      return [{ ...common, kind: 'http', scheme: 'basic' }];
    case 'http': {
      const bearerFormat = text('bearerFormat');
      const scheme = (text('scheme') ?? 'basic').toLowerCase();
      return [{ ...common, kind: 'http', scheme, ...(bearerFormat && { bearerFormat }) }];
    }
    case 'oauth2': {
      const metadataUrl = text('oauth2MetadataUrl');
      return [{ ...common, kind: 'oauth2', flows: flowsOf(source, node), ...(metadataUrl && { metadataUrl }) }];
    }
    case 'openIdConnect':
      return [{ ...common, kind: 'open-id-connect', url: text('openIdConnectUrl') ?? '' }];
    case 'mutualTLS':
      return [{ ...common, kind: 'mutual-tls' }];
    default:
      return [];
  }
}

/** The names of the flows in OpenAPI 3, followed by those in Swagger 2.0. */
const flowKinds = new Map<string, OAuth2FlowKind>([
  ['implicit', 'implicit'],
  ['password', 'password'],
  ['clientCredentials', 'client-credentials'],
  ['authorizationCode', 'authorization-code'],
  ['deviceAuthorization', 'device-authorization'],
  ['application', 'client-credentials'],
  ['accessCode', 'authorization-code'],
]);

function flowsOf(source: Source, node: Node): readonly OAuth2Flow[] {
  const flows = source.swagger
    ? [[source.text(node, 'flow') ?? '', node] as const]
    : Object.entries(get(node.value, 'flows') ?? {}).flatMap(([key, value]) =>
        isObject(value) ? [[key, { value, path: [...node.path, 'flows', key] }] as const] : [],
      );
  return flows.flatMap(([key, flow]) => {
    const kind = flowKinds.get(key);
    return kind === undefined ? [] : [flowOf(source, kind, flow)];
  });
}

const flowUrls = ['authorizationUrl', 'deviceAuthorizationUrl', 'tokenUrl', 'refreshUrl'] as const;

function flowOf(source: Source, kind: OAuth2FlowKind, node: Node): OAuth2Flow {
  const urls = flowUrls.flatMap((key) => {
    const url = source.text(node, key);
    return url ? [[key, url] as const] : [];
  });
  const scopes = get(node.value, 'scopes');
  return {
    kind,
    ...Object.fromEntries(urls),
    scopes: (isObject(scopes) ? Object.entries(scopes) : [])
      .filter(([name]) => !name.startsWith('x-'))
      .map(([name, description]) => ({
        name,
        ...(typeof description === 'string' && description.trim() !== '' && { description: description.trim() }),
      })),
  };
}
