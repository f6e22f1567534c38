/** The media types of bodies and responses besides the usual ones, among which callers choose. */
import type { BodyChoice } from '../client-runtime.js';
import type { ClientEmitContext } from '../client-emit-context.js';
import { isJsonContent, preferredContent, requestBody, type Content, type Operation } from '../../../emitter/index.js';
import { runtime } from './runtime.js';

/** How a body is sent. */
export type BodyForm = 'json' | 'form' | 'multipart' | 'raw';

export function bodyFormOf({ mediaType, type }: Content): BodyForm {
  if (/^application\/x-www-form-urlencoded\b/i.test(mediaType)) return 'form';
  if (/^multipart\//i.test(mediaType)) return 'multipart';
  return /[/+]json\b/i.test(mediaType) && type.kind !== 'bytes' ? 'json' : 'raw';
}

/**
 * Returns the contents besides the usual one. Another JSON media type with the same schema is no choice: its name is a
 * header. A stream of such values is one.
 */
export function otherContents(content: readonly Content[], usual: string): readonly Content[] {
  const preferred = preferredContent(content);
  if (preferred === undefined) return [];
  const isSame = (one: Content) =>
    isJsonContent(one) &&
    isJsonContent(preferred) &&
    JSON.stringify([one.type, one.stream]) === JSON.stringify([preferred.type, preferred.stream]);
  return content.filter((one) => one.mediaType !== usual && !isSame(one));
}

/** Returns the type of a body in the input. @param type the type of its values */
export function bodyTypeOf(content: Content | undefined, type: string): string {
  const form = content && bodyFormOf(content);
  if (form === 'multipart') return `${runtime('ByteInput')}<${type}>`;
  return form === 'raw' ? runtime('ByteContent') : type;
}

/** Returns the contents of a body that are not the one that is sent by default, without "anything else" of another type than bytes. */
export function otherBodies(operation: Operation): readonly Content[] {
  const [usual = ''] = requestBody(operation)?.mediaTypes ?? [];
  const others = otherContents(operation.body?.content ?? [], usual);
  return others.filter(({ mediaType, type }) => mediaType !== '*/*' || type.kind === 'bytes');
}

/** Whether callers name the media type of a body: there are several, or a range. */
export function hasBodyChoice(operation: Operation): boolean {
  const [usual = ''] = requestBody(operation)?.mediaTypes ?? [];
  return isRange(usual) || otherBodies(operation).length > 0;
}

/** `image/*` */
export function isRange(mediaType: string): boolean {
  return mediaType.includes('*') && /^[\w!#$&^.+*-]+(?:\/[\w!#$&^.+*-]+)?\s*(?:;|$)/.test(mediaType);
}

/** Returns the further bodies that the input may have, with their media types by type; undefined without any choice. */
export function bodyChoicesOf(
  operation: Operation,
  types: ClientEmitContext['types'],
): readonly BodyChoice[] | undefined {
  if (!hasBodyChoice(operation)) return undefined;
  const choices = new Map<string, string[]>();
  for (const content of otherBodies(operation)) {
    const type = bodyTypeOf(content, types.text(content.type));
    choices.set(type, [...(choices.get(type) ?? []), content.mediaType]);
  }
  return [...choices].map(([type, mediaTypes]) => ({ type, mediaTypes }));
}
