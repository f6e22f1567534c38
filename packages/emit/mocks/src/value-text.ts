/** A JSON value as code: names and strings are data, `__proto__` too. */
import { entryKey, literal } from 'lading/emitter';

export function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, each]) => `${entryKey(name)}: ${valueText(each)}`);
    return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
  }
  return typeof value === 'string' ? literal(value) : JSON.stringify(value);
}
