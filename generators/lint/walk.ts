/** The walk through a document. It knows which objects are schemas, and never mistakes an example for one. */
import { get, isArray, isObject, objectOf, type Json, type JsonObject } from '../document/index.js';
import type { OperationSite, ReferenceSite, SchemaSite, DocumentSite } from './site.js';

const methods = new Set(['get', 'head', 'post', 'put', 'delete', 'patch', 'options', 'trace', 'query']);

export class Walk {
  readonly operations: OperationSite[] = [];
  readonly callbackItems: DocumentSite[] = [];
  readonly schemas: SchemaSite[] = [];
  readonly references: ReferenceSite[] = [];
  readonly media: DocumentSite[] = [];
  readonly parameters: DocumentSite[] = [];
  readonly headers: DocumentSite[] = [];
  readonly bodies: DocumentSite[] = [];
  readonly responses: DocumentSite[] = [];
  readonly namedSchemas = new Map<string, DocumentSite>();

  constructor(
    private readonly swagger: boolean,
    private readonly follow: (site: DocumentSite) => DocumentSite | undefined,
  ) {}

  document(root: JsonObject): void {
    const components = get(root, 'components');
    const holder: DocumentSite = this.swagger
      ? { path: [], value: root }
      : { path: ['components'], value: isObject(components) ? components : {} };
    for (const [name, site] of entries(holder, this.swagger ? 'definitions' : 'schemas')) {
      this.namedSchemas.set(name, site);
      this.#schema(site, name);
    }
    for (const [name, site] of entries(holder, 'parameters')) this.#parameter(site, `parameter ${name}`);
    for (const [name, site] of entries(holder, 'responses')) this.#response(site, `response ${name}`);
    for (const [name, site] of entries(holder, 'requestBodies')) this.#body(site, `body ${name}`);
    for (const [name, site] of entries(holder, 'headers')) this.#header(site, `header ${name}`);
    for (const [name, site] of entries(holder, 'callbacks')) this.#callback(site, `callback ${name}`);
    for (const [name, site] of entries(holder, 'mediaTypes')) this.#media(site, `media type ${name}`);
    for (const key of ['paths', 'webhooks']) {
      for (const [route, site] of entries({ path: [], value: root }, key))
        if (!/^x-/i.test(route)) this.#pathItem(site, route);
    }
  }

  /** @param inherited the parameters beside a reference to the path item */
  #pathItem(site: DocumentSite, route: string, inherited: readonly DocumentSite[] = []): void {
    const own = entries(site, 'parameters').map(([, parameter]) => parameter);
    const shared = [...inherited, ...own];
    // What stands beside the reference is part of the path item, too.
    const reference = objectOf(Object.entries(site.value).filter(([key]) => key === '$ref'));
    if (this.#reference({ ...site, value: reference }, route, false)) {
      const target = this.follow(site);
      if (target !== undefined) this.#pathItem(target, route, shared);
    }
    for (const parameter of own) this.#parameter(parameter, route);
    for (const [key, value] of Object.entries(site.value)) {
      if (methods.has(key) && isObject(value)) this.#operation({ path: [...site.path, key], value }, route, shared);
    }
    for (const [, operation] of entries(site, 'additionalOperations')) this.#operation(operation, route, shared);
  }

  #operation(site: DocumentSite, route: string, shared: readonly DocumentSite[]): void {
    const label = `${(site.path.at(-1) ?? '').toUpperCase()} ${route}`;
    const own = [...entries(site, 'parameters')].map(([, parameter]) => parameter);
    const parameters = [...shared, ...own].flatMap((parameter) => this.follow(parameter) ?? []);
    this.operations.push({ ...site, label, route, parameters });
    this.#messages(site, label);
  }

  #messages(site: DocumentSite, label: string): void {
    for (const [, parameter] of entries(site, 'parameters')) this.#parameter(parameter, label);
    for (const body of child(site, 'requestBody')) this.#body(body, label);
    for (const [status, response] of entries(site, 'responses'))
      if (!/^x-/i.test(status)) this.#response(response, label);
    for (const [, callback] of entries(site, 'callbacks')) this.#callback(callback, label);
  }

  /** Visits what a callback refers to. It is no operation of the API, of which rules would demand a path or a summary. */
  #callback(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    for (const expression of Object.keys(site.value)) {
      for (const item of child(site, expression)) {
        this.callbackItems.push(item);
        for (const method of methods) for (const operation of child(item, method)) this.#messages(operation, owner);
      }
    }
  }

  #parameter(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    this.parameters.push(site);
    if (this.swagger && get(site.value, 'in') !== 'body') this.#schema(site, owner, 'parameter');
    else this.#schemaHolder(site, owner);
  }

  #header(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    this.headers.push(site);
    if (this.swagger) this.#schema(site, owner, 'header');
    else this.#schemaHolder(site, owner);
  }

  #response(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    this.responses.push(site);
    for (const [, header] of entries(site, 'headers')) this.#header(header, owner);
    this.#schemaHolder(site, owner);
  }

  #body(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    this.bodies.push(site);
    this.#schemaHolder(site, owner);
  }

  /** Visits the schema of an object, or its schemas by media type. */
  #schemaHolder(site: DocumentSite, owner: string): void {
    for (const schema of child(site, 'schema')) this.#schema(schema, owner);
    for (const [, media] of entries(site, 'content')) this.#media(media, owner);
  }

  #media(site: DocumentSite, owner: string): void {
    if (this.#reference(site, owner, false)) return;
    this.media.push(site);
    for (const key of ['schema', 'itemSchema']) for (const schema of child(site, key)) this.#schema(schema, owner);
  }

  #schema(site: DocumentSite, owner: string, kind: SchemaSite['kind'] = 'schema'): void {
    this.schemas.push({ ...site, owner, kind });
    this.#reference(site, owner, true);
    // Most schemas have few of these keys, so the others are passed over first.
    const has = (key: string) => Object.hasOwn(site.value, key);
    for (const key of holdingOne) if (has(key)) for (const inner of child(site, key)) this.#schema(inner, owner);
    for (const key of holdingMany) if (has(key)) for (const [, inner] of entries(site, key)) this.#schema(inner, owner);
  }

  #reference(site: DocumentSite, owner: string, ofSchema: boolean): boolean {
    const reference = get(site.value, '$ref');
    if (typeof reference !== 'string') return false;
    this.references.push({ ...site, owner, reference, ofSchema });
    return true;
  }
}

const holdingOne = [
  ...['items', 'additionalProperties', 'not', 'contentSchema', 'propertyNames', 'contains', 'if', 'then', 'else'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
];
const holdingMany = [
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'allOf', 'oneOf', 'anyOf', 'prefixItems'],
];

function child({ path, value }: DocumentSite, key: string): readonly DocumentSite[] {
  const inner = get(value, key);
  return isObject(inner) ? [{ path: [...path, key], value: inner }] : [];
}

/** Returns the objects of a map or an array at a key. */
function entries({ path, value }: DocumentSite, key: string): readonly (readonly [string, DocumentSite])[] {
  const inner: Json | undefined = get(value, key);
  const all = isArray(inner) ? [...inner.entries()] : isObject(inner) ? Object.entries(inner) : [];
  return all.flatMap(([name, entry]) =>
    isObject(entry) ? [[String(name), { path: [...path, key, String(name)], value: entry }] as const] : [],
  );
}
