/** The forms in which servers receive the content of a body. */
import { isJsonContent } from './json-content.js';
import type { Content } from './operation.js';

/** A value that is JSON or a form; text, whose schema is that of what the text says (XML); bytes and streams. */
export type ContentForm = 'value' | 'text' | 'bytes';

export function contentForm(content: Content): ContentForm {
  const { mediaType, type, stream } = content;
  if (type.kind === 'bytes' || stream !== undefined) return 'bytes';
  if (isJsonContent(content) || /^(multipart\/|application\/x-www-form-urlencoded\b)/i.test(mediaType)) return 'value';
  return /^text\/|[/+](xml|yaml|x-yaml|toml|graphql|sparql-query|javascript)\b/i.test(mediaType) ? 'text' : 'bytes';
}
