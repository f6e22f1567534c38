/** Encodes a body as `application/x-www-form-urlencoded`. */
import type { ContentEncoder } from './content.js';
import { hasNull } from './parameters.js';
import { styles } from './styles.js';
import { ownValues } from './values.js';

/** Arrays repeat their name and objects are JSON, unless the contract says otherwise. */
export const form: ContentEncoder = (value, { parts = {} }) => ({
  body: Object.entries(ownValues(value))
    .filter(([name, item]) => item !== undefined && (item !== null || hasNull(parts[name]?.encoding)))
    .map(([name, item]) => {
      const { encoding = defaultEncoding(item) } = parts[name] ?? {};
      return styles(encoding, name, item, 'form');
    })
    .filter((text) => text !== '')
    .join('&')
    .replaceAll('%20', '+'),
});

function defaultEncoding(value: unknown) {
  const isObject = (item: unknown) => typeof item === 'object' && item !== null;
  if (Array.isArray(value)) return value.some(isObject) ? 'json' : 'repeated';
  return isObject(value) ? 'json' : 'plain';
}
