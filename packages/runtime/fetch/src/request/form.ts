/** Encodes a body as `application/x-www-form-urlencoded`. */
import { checkPart } from './check-body.js';
import type { ContentEncoder } from './content.js';
import { formText } from './styles.js';
import { ownValues } from './values.js';

/** Arrays repeat their name and objects are JSON, unless the contract says otherwise. */
export const form: ContentEncoder = (value, { id, parts }) => {
  const values = ownValues(value);
  for (const [name, item] of Object.entries(values)) {
    if (typeof item === 'object') checkPart(item, `${id}: the property ${name}`);
  }
  return { body: formText(values, parts).replaceAll('%20', '+') };
};
