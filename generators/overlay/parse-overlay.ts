/** Reads the content of an overlay file, and refuses what is not one. */
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
 * The overlay that a parsed file holds. A list without actions is accepted: it is the step between two equal documents.
 *
 * @param name what errors call the file
 * @throws LadingError `OVERLAY_STRUCTURE` for what is not an overlay, `DOCUMENT_VERSION` for a version of Overlay other than 1.0.0 and 1.1.0
 */
export function parseOverlay(name: string, content: Json): OverlayFile {
  if (!isObject(content))
    throw schema(`${name}#`, 'an overlay must be an object', 'Start the file with overlay: 1.0.0');
  const overlay = versionOf(name, content);
  only(content, ['overlay', 'info', 'extends', 'actions'], `${name}#`);
  const info = get(content, 'info');
  if (!isObject(info)) throw schema(`${name}#/info`, 'info must be an object', 'Give it a title and a version');
  const base = get(content, 'extends');
  const actions = get(content, 'actions');
  if (!isArray(actions)) throw schema(`${name}#/actions`, 'actions must be a list', 'Write one entry for each change');
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
  if (!isObject(action)) throw schema(place, 'an action must be an object', 'Give it a target, and update or remove');
  only(action, ['target', 'description', 'update', 'remove', ...(overlay === '1.1.0' ? ['copy'] : [])], place);
  const update = get(action, 'update');
  const remove = get(action, 'remove');
  const copy = get(action, 'copy');
  if (remove !== undefined && typeof remove !== 'boolean') {
    throw schema(`${place}/remove`, 'remove must be true or false', 'Write remove: true');
  }
  if (update !== undefined && copy !== undefined) {
    throw schema(place, 'an action has both update and copy', 'Write two actions');
  }
  if (update === undefined && copy === undefined && remove !== true) {
    throw schema(place, 'an action neither updates nor removes', 'Write update, or remove: true');
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

function only(object: JsonObject, known: readonly string[], place: string): void {
  const stranger = Object.keys(object).find((key) => !known.includes(key) && !key.startsWith('x-'));
  if (stranger === undefined) return;
  throw schema(
    place,
    `${JSON.stringify(stranger)} is not a key of an overlay here`,
    `Use ${known.join(', ')} or a key that starts with x-`,
  );
}

function text(object: JsonObject, key: string, place: string): string {
  const value = get(object, key);
  if (typeof value === 'string') return value;
  if (value === undefined) throw schema(place, `${key} is missing`, `Write ${key} as a string`);
  throw schema(`${place}/${key}`, `${key} must be a string`, 'Put it in quotes');
}

function extensionsOf(object: JsonObject): { readonly extensions?: JsonObject } {
  const entries = Object.entries(object).filter(([key]) => key.startsWith('x-'));
  return entries.length === 0 ? {} : { extensions: Object.fromEntries(entries) };
}

function schema(place: string, subject: string, remedy: string): LadingError {
  return new LadingError({ code: 'OVERLAY_STRUCTURE', subject, place, remedy });
}
