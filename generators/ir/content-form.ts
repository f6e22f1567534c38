/** The forms in which servers receive the content of a body. */
import type { Content } from './operation.js';

/** A value that is JSON or a form; text, whose schema is that of what the text says (XML); bytes and streams. */
export type ContentForm = 'value' | 'text' | 'bytes';

export function contentForm(content: Content): ContentForm {
  const { mediaType, type, stream } = content;
  if (type.kind === 'bytes' || stream !== undefined) return 'bytes';
  if (isJsonContent(content) || /^(multipart\/|application\/x-www-form-urlencoded\b)/i.test(mediaType)) return 'value';
  return /^text\/|[/+](xml|yaml|x-yaml|toml|graphql|sparql-query|javascript)\b/i.test(mediaType) ? 'text' : 'bytes';
}

/** Returns a media type in lower case, without a charset that its content has anyway: JSON is always UTF-8, and so is text here. */
export function wireMediaType(mediaType: string): string {
  const [essence = '', ...parameters] = mediaType.split(';').map((part) => part.trim());
  const name = essence.toLowerCase();
  const isText = /^text\/|[/+](json|xml)$|^application\/x-www-form-urlencoded$/.test(name);
  const all = parameters.filter((parameter) => !isText || !/^charset="?utf-8"?$/i.test(parameter));
  return [name, ...all].join('; ');
}

/** Whether the bytes are JSON: a single value, or several in a stream of JSON lines. */
export function isJsonContent({ mediaType, type, stream }: Content): boolean {
  if (stream !== undefined) return stream.kind === 'json-lines';
  return /[/+]json\b/.test(mediaType) && type.kind !== 'bytes';
}

/** Returns the content that clients send and accept first: JSON if there is any. */
export function preferredContent(content: readonly Content[] = []): Content | undefined {
  return content.find(isJsonContent) ?? content[0];
}
