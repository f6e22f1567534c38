/** Keys that the edition of a document does not have, or not there: misspelled ones, and those of other editions. */
import { get, isObject } from '../../document/index.js';
import { stylesIn } from '../../ir/index.js';
import { remarksOf } from '../group-by.js';
import type { LintRule } from '../rule.js';
import type { DocumentSite } from '../site.js';

const common = 'summary description';
const methods = 'get put post delete options head patch trace';
const operation = `tags ${common} externalDocs operationId parameters responses deprecated security`;

/** The keys of the objects whose loss changes what is generated; those of all editions of OpenAPI 3 are one list. */
const ofSwagger = {
  'the document':
    'swagger info host basePath schemes consumes produces paths definitions parameters responses securityDefinitions security tags externalDocs',
  'path items': `$ref parameters ${methods}`,
  operations: `${operation} consumes produces schemes`,
  responses: 'description schema headers examples',
  places: 'query header path formData body',
};
const ofOpenApi = {
  'the document': 'openapi info servers paths webhooks components security tags externalDocs jsonSchemaDialect $self',
  components:
    'schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems mediaTypes',
  'path items': `$ref ${common} servers parameters additionalOperations query ${methods}`,
  operations: `${operation} requestBody callbacks servers`,
  parameters:
    'name in description required deprecated allowEmptyValue style explode allowReserved schema content example examples',
  'request bodies': `description content required`,
  responses: `${common} headers content links`,
  places: 'query header path cookie querystring',
};

/** A key or value that is no part of its edition, and that nothing is generated from. There is one finding for each. */
export const keyUnknown: LintRule = {
  name: 'key-unknown',
  severity: 'warning',
  check: ({ dialect, root, operations, parameters, follow }) => {
    const keys: Readonly<Record<string, string>> = dialect === 'swagger-2.0' ? ofSwagger : ofOpenApi;
    const has = (kind: string, word: unknown) => keys[kind]?.split(' ').includes(String(word)) ?? true;
    const document = { path: [], value: root };
    const all = (site: DocumentSite, key: string) => sitesIn(site, key).flatMap((one) => follow(one) ?? []);
    const sites: Readonly<Record<string, readonly DocumentSite[]>> = {
      'the document': [document],
      components: siteIn(document, 'components'),
      'path items': ['paths', 'webhooks'].flatMap((key) => all(document, key)),
      operations,
      parameters,
      'request bodies': operations.flatMap((one) => siteIn(one, 'requestBody')).flatMap((one) => follow(one) ?? []),
      responses: operations.flatMap((one) => all(one, 'responses')),
    };
    const foreign = `which ${dialect} does not have`;
    const valueOf = (site: DocumentSite, key: string) => ({ path: [...site.path, key], value: get(site.value, key) });
    return remarksOf([
      ...Object.entries(sites).flatMap(([kind, each]) =>
        each
          .flatMap(({ path, value }) => Object.keys(value).map((key) => ({ path: [...path, key], key })))
          .filter(({ key }) => !has(kind, key) && !isExtension(key))
          .map(({ path, key }) => ({ path, meaning: `Ignored: "${key}" of ${kind}, ${foreign}` })),
      ),
      ...parameters
        .map((one) => valueOf(one, 'in'))
        .filter(({ value }) => !has('places', value))
        .map(({ path, value }) => ({ path, meaning: `Ignored: a parameter in "${String(value)}", ${foreign}` })),
      ...parameters
        .map((one) => ({ ...valueOf(one, 'style'), place: String(get(one.value, 'in')) }))
        .filter(({ value, place }) => ![undefined, 'cookie', ...stylesIn(place)].some((style) => style === value))
        .map(({ path, value, place }) => ({
          path,
          meaning: `Ignored: the style "${String(value)}" in ${place}, ${foreign}`,
        })),
      ...operations
        .flatMap((one) => sitesIn(one, 'responses'))
        .map(({ path }) => ({ path, key: path.at(-1) ?? '' }))
        .filter(({ key }) => !/^([1-5](\d\d|XX)|default)$/i.test(key))
        .map(({ path, key }) => ({ path, meaning: `Ignored: the response "${key}", which is no status` })),
    ]);
  },
};

function isExtension(key: string): boolean {
  return /^x-/i.test(key);
}

function siteIn({ path, value }: DocumentSite, key: string): readonly DocumentSite[] {
  const inner = get(value, key);
  return isObject(inner) ? [{ path: [...path, key], value: inner }] : [];
}

/** The objects at a key, without extensions. */
function sitesIn(site: DocumentSite, key: string): readonly DocumentSite[] {
  return siteIn(site, key).flatMap((holder) =>
    Object.keys(holder.value).flatMap((name) => (isExtension(name) ? [] : siteIn(holder, name))),
  );
}
