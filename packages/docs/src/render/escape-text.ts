/** Escapes text between tags. Quotation marks, of which code has many, need no escape there. */

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns HTML that shows the text. It must not be the value of an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => entities[character] ?? '');
}

/** Escapes a text in an attribute. */
export function attributeText(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;');
}
