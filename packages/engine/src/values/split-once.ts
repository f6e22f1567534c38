/** Splits `NAME=value` into name and value. */
export function splitOnce(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
