/** Finds schemas that the next published document renames, and adapts corrections to the new names. */
import { compareApis } from '../compare/index.js';
import { schemaNamesOf } from '../port-changes/index.js';
import {
  at,
  get,
  isArray,
  isObject,
  objectOf,
  type Document,
  type Json,
  type JsonObject,
  type OverlayAction,
  type OverlayFile,
} from '../document/index.js';
import { normalize } from '../normalize/index.js';

/** Former name → new name. */
export type RenamedSchemas = ReadonlyMap<string, string>;

/**
 * Finds the renamed schemas. A schema is renamed if the new one replaces it in all places, each document has only one of the
 * names, and most of their properties are equal.
 */
export function renamedSchemas(previous: Document, next: Document): RenamedSchemas {
  const [before, after] = [schemasOf(previous.root), schemasOf(next.root)];
  const candidates = schemaNamesOf(compareApis(normalize(previous), normalize(next)));
  return new Map([...candidates].filter(([former, name]) => isRenamed(before, after, former, name)));
}

/**
 * Returns the correction with the new names in its targets and references, or the same one if it names none of them. A new name
 * that the correction itself contains is not applied, because the correction renames the schema.
 */
export function underNewNames(overlay: OverlayFile, renamed: RenamedSchemas): OverlayFile {
  const words = new Set(JSON.stringify(overlay.actions).match(/[\w$]+/g));
  const applicableNames = new Map([...renamed].filter(([, name]) => !words.has(name)));
  const actions = overlay.actions.map((action) => actionUnderNewNames(action, applicableNames));
  return actions.every((action, index) => action === overlay.actions[index]) ? overlay : { ...overlay, actions };
}

function isRenamed(before: JsonObject, after: JsonObject, former: string, name: string): boolean {
  if (Object.hasOwn(after, former) || Object.hasOwn(before, name)) return false;
  const [one, other] = [propertyNames(before, former), propertyNames(after, name)];
  const shared = [...one].filter((property) => other.has(property)).length;
  return shared * 2 >= Math.max(one.size, other.size);
}

function propertyNames(schemas: JsonObject, name: string): ReadonlySet<string> {
  const properties = at(schemas, [name, 'properties']);
  return new Set(isObject(properties) ? Object.keys(properties) : []);
}

function schemasOf(root: JsonObject): JsonObject {
  const schemas = get(root, 'definitions') ?? at(root, ['components', 'schemas']);
  return isObject(schemas) ? schemas : {};
}

function actionUnderNewNames(action: OverlayAction, renamed: RenamedSchemas): OverlayAction {
  const target = pathUnderNewNames(action.target, renamed);
  const copy = action.copy === undefined ? undefined : pathUnderNewNames(action.copy, renamed);
  const update = action.update === undefined ? undefined : valueUnderNewNames(action.update, renamed);
  if (target === action.target && copy === action.copy && update === action.update) return action;
  return { ...action, target, ...(update !== undefined && { update }), ...(copy !== undefined && { copy }) };
}

/** `$.definitions.Former.…` and `$.definitions['Former','Other'].…` */
function pathUnderNewNames(path: string, renamed: RenamedSchemas): string {
  const [head, plain, quoted] =
    /^\$\.(?:definitions|components\.schemas)(?:\.([\w$]+)|\[((?:'[^']*',?)+)\])/.exec(path) ?? [];
  if (head === undefined) return path;
  const newName = (name: string) => renamed.get(name) ?? name;
  const named =
    plain !== undefined
      ? `${head.slice(0, -plain.length)}${newName(plain)}`
      : head.replace(/'([^']*)'/g, (_quoted, name: string) => `'${newName(name)}'`);
  return plain === undefined && quoted === undefined ? path : `${named}${path.slice(head.length)}`;
}

function valueUnderNewNames(value: Json, renamed: RenamedSchemas): Json {
  if (!isArray(value) && !isObject(value)) return value;
  if (isArray(value)) {
    const entries = value.map((entry) => valueUnderNewNames(entry, renamed));
    return entries.every((entry, index) => entry === value[index]) ? value : entries;
  }
  const entries = Object.entries(value).map(
    ([key, inner]) =>
      [
        key,
        key === '$ref' && typeof inner === 'string'
          ? referenceUnderNewNames(inner, renamed)
          : valueUnderNewNames(inner, renamed),
      ] as const,
  );
  return entries.every(([key, inner]) => inner === value[key]) ? value : objectOf(entries);
}

function referenceUnderNewNames(reference: string, renamed: RenamedSchemas): string {
  const [, place = '', name = ''] = /^(#\/(?:definitions|components\/schemas)\/)([^/]+)$/.exec(reference) ?? [];
  const renamedTo = renamed.get(name);
  return renamedTo === undefined ? reference : `${place}${renamedTo}`;
}
