/** Encodes a body as `application/x-www-form-urlencoded`. */
import type { ContentEncoder } from './content.js';
import { formText } from './styles.js';
import { ownValues } from './values.js';

/** Arrays repeat their name and objects are JSON, unless the contract says otherwise. */
export const form: ContentEncoder = (value, { parts }) => ({
  body: formText(ownValues(value), parts).replaceAll('%20', '+'),
});
