/** Media types: which entry of a content a `Content-Type` names. */
import { essenceOf, isWithin } from '@lading/runtime-wire';

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** Returns the first entry whose media type or range contains the given one; exact entries count first. */
export function entryFor<T>(content: Readonly<Record<string, T>>, mediaType: string): T | undefined {
  const entries = Object.entries(content);
  const exact = entries.find(([key]) => essenceOf(key) === essenceOf(mediaType));
  return (exact ?? entries.find(([range]) => isWithin(mediaType, range)))?.[1];
}
