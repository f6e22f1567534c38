/** Parses the content of an overlay file, and rejects anything else. */
import {
  get,
  isArray,
  isObject,
  type Json,
  type JsonObject,
  type OverlayAction,
  type OverlayFile,
} from '../document/index.js';
import { LadingError } from '../diagnostics/index.js';

/**
 * Parses an overlay. An overlay without actions is valid: it is the overlay between two equal documents.
 *
 * @param name the name of the file in errors
 * @throws LadingError `OVERLAY_STRUCTURE` if it is not an overlay, `DOCUMENT_VERSION` for a version of Overlay other than 1.0.0 and 1.1.0
 */
export function parseOverlay(name: string, content: Json): OverlayFile {
  if (!isObject(content))
    throw structureError(`${name}#`, 'an overlay must be an object', 'Start the file with overlay: 1.0.0');
  const overlay = versionOf(name, content);
  rejectUnknownKeys(content, ['overlay', 'info', 'extends', 'actions'], own.ofOverlay, `${name}#`);
  const info = get(content, 'info');
  if (!isObject(info)) throw structureError(`${name}#/info`, 'info must be an object', 'Give it a title and a version');
  const base = get(content, 'extends');
  const actions = get(content, 'actions');
  if (!isArray(actions))
    throw structureError(`${name}#/actions`, 'actions must be an array', 'Write one item for each change');
  return {
    name,
    overlay,
    info: { title: text(info, 'title', `${name}#/info`), version: text(info, 'version', `${name}#/info`) },
    ...(base === undefined ? {} : { extends: text(content, 'extends', `${name}#`) }),
    actions: actions.map((action, index) => actionOf(action, overlay, `${name}#/actions/${index}`)),
    ...extensionsOf(content),
  };
}

function versionOf(name: string, content: JsonObject): OverlayFile['overlay'] {
  const version = text(content, 'overlay', `${name}#`);
  if (version === '1.0.0' || version === '1.1.0') return version;
  throw new LadingError({
    code: 'DOCUMENT_VERSION',
    subject: `Overlay ${version} is not supported`,
    place: `${name}#/overlay`,
    remedy: 'Write the overlay as 1.0.0 or 1.1.0',
  });
}

function actionOf(action: Json, overlay: OverlayFile['overlay'], place: string): OverlayAction {
  if (!isObject(action))
    throw structureError(place, 'an action must be an object', 'Give it a target, and update or remove');
  rejectUnknownKeys(
    action,
    ['target', 'description', 'update', 'remove', ...(overlay === '1.1.0' ? ['copy'] : [])],
    own.ofAction,
    place,
  );
  const update = get(action, 'update');
  const remove = get(action, 'remove');
  const copy = get(action, 'copy');
  if (remove !== undefined && typeof remove !== 'boolean') {
    throw structureError(`${place}/remove`, 'remove must be true or false', 'Write remove: true');
  }
  if (update !== undefined && copy !== undefined) {
    throw structureError(place, 'an action has both update and copy', 'Write two actions');
  }
  if (update === undefined && copy === undefined && remove !== true) {
    throw structureError(place, 'an action neither updates nor removes', 'Write update, or remove: true');
  }
  return {
    target: text(action, 'target', place),
    ...(get(action, 'description') === undefined ? {} : { description: text(action, 'description', place) }),
    ...(update === undefined ? {} : { update }),
    ...(remove === undefined ? {} : { remove }),
    ...(copy === undefined ? {} : { copy: text(action, 'copy', place) }),
    ...extensionsOf(action),
  };
}

/** The extensions that are read: any other one of this prefix is misspelled, or stands at another place. */
const own = {
  ofOverlay: ['x-lading-correction', 'x-lading-questions'],
  ofAction: ['x-lading-difference', 'x-lading-conversion-rules'],
} as const;

function rejectUnknownKeys(
  object: JsonObject,
  keys: readonly string[],
  extensions: readonly string[],
  place: string,
): void {
  const isValid = (key: string) => /^x-(?!lading-)/.test(key) || [...keys, ...extensions].includes(key);
  const unknownKey = Object.keys(object).find((key) => !isValid(key));
  if (unknownKey === undefined) return;
  const isMisplaced = own.ofAction.some((key) => key === unknownKey) && extensions !== own.ofAction;
  throw structureError(
    place,
    `${JSON.stringify(unknownKey)} is not a valid property here`,
    isMisplaced
      ? 'Write it in the action that makes the difference'
      : unknownKey.startsWith('x-')
        ? `Use ${extensions.join(' or ')}`
        : `Use ${keys.join(', ')}, or a property that starts with x-`,
  );
}

function text(object: JsonObject, key: string, place: string): string {
  const value = get(object, key);
  if (typeof value === 'string') return value;
  if (value === undefined) throw structureError(place, `${key} is missing`, `Write ${key} as a string`);
  throw structureError(`${place}/${key}`, `${key} must be a string`, 'Put it in quotes');
}

function extensionsOf(object: JsonObject): { readonly extensions?: JsonObject } {
  const entries = Object.entries(object).filter(([key]) => key.startsWith('x-'));
  return entries.length === 0 ? {} : { extensions: Object.fromEntries(entries) };
}

function structureError(place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'OVERLAY_STRUCTURE', subject, place, remedy });
}
