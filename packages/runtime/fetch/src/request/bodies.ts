/** Selects the media type of a body where callers name it: there are several, or a range. */
import { isWithin } from '@lading/runtime-wire';
import { InputError } from '../error/index.js';
import type { BodyParts } from './content.js';
import type { BodySelector } from './request-contract.js';
import { ownValue } from './values.js';

/**
 * Returns what selects the body of an operation: the usual one, a further one by its name, or one within a range such as `image/*`.
 *
 * @param further how the bodies of other media types and ranges than the usual one are sent
 */
export function bodies(further: Readonly<Record<string, BodyParts>>): BodySelector {
  return (operation, contentType) => {
    const { content: _content, parts: _parts, ...others } = operation;
    const { id, body: [usual = ''] = [] } = operation;
    // Bytes and JSON have a media type of their own within some ranges; `*` stands for one that the headers have to name.
    if (contentType === undefined)
      return /^(?!application|\*).*\*$/.test(usual) ? { ...operation, body: ['*'] } : operation;
    const mediaType = String(contentType);
    const all = [usual, ...Object.keys(further)];
    const declared =
      all.find((one) => one === mediaType) ?? all.find((one) => one.endsWith('*') && isWithin(mediaType, one));
    if (declared === undefined || mediaType.includes('*'))
      throw new InputError('MEDIA_TYPE', `${id}: the API does not declare a body of the media type ${mediaType}.`);
    const body = [mediaType];
    return declared === usual ? { ...operation, body } : { ...others, ...ownValue(further, declared), body };
  };
}
