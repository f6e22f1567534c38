/** Reads the named differences of an overlay, and the properties that its actions change. */
import { get, isObject, type Json, type OverlayAction, type OverlayFile } from '../document/index.js';
import type { Difference } from '../ir/index.js';

/** Returns each difference once, in the order of the file. Actions without one are left out. */
export function differencesOf(overlay: OverlayFile): readonly Difference[] {
  const found = new Map<string, Difference>();
  for (const action of overlay.actions) {
    const id = get(action.extensions ?? {}, 'x-lading-difference');
    if (typeof id !== 'string') continue;
    const { descriptions, effects, properties } = found.get(id) ?? { descriptions: [], effects: [], properties: [] };
    const own = action.description === undefined ? [] : [action.description];
    found.set(id, {
      id,
      descriptions: [...descriptions, ...own],
      effects: changesProseOnly(action) ? effects : [...effects, ...own],
      properties: [...new Set([...properties, ...propertiesOf(action)])],
    });
  }
  return [...found.values()];
}

const prose = new Set(['description', 'summary', 'title', 'x-enumDescriptions']);

/** Whether an action only changes texts, or removes notes of a document that went with something else. */
function changesProseOnly({ target, update, extensions = {} }: OverlayAction): boolean {
  if (get(extensions, 'x-lading-conversion-rules') !== undefined) return false;
  if (update !== undefined) return isProse(update);
  return /\['x-[^']*'\]|\.(?:description|summary|title)$/.test(target);
}

function isProse(update: Json): boolean {
  return isObject(update) && Object.entries(update).every(([key, value]) => prose.has(key) || isProse(value));
}

const names = String.raw`(?:\.([\w$]+)|\[((?:'[^']*',?)+)\])`;
const schemaPattern = new RegExp(String.raw`\.components\.schemas${names}`);
const propertyPattern = new RegExp(String.raw`\.properties${names}`);

/** Returns `Schema.property` for each property that the target selects, or that the update of `properties` contains. */
function propertiesOf({ target, update }: OverlayAction): readonly string[] {
  const written = target.endsWith('.properties') && isObject(update) ? Object.keys(update) : [];
  const properties = [...namesIn(propertyPattern.exec(target)), ...written];
  return namesIn(schemaPattern.exec(target)).flatMap((schema) => properties.map((property) => `${schema}.${property}`));
}

function namesIn(found: RegExpExecArray | null): readonly string[] {
  if (found === null) return [];
  const [, plain, quoted] = found;
  return plain === undefined ? (quoted ?? '').split(',').map((name) => name.replace(/^'|'$/g, '')) : [plain];
}
