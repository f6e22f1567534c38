/** Whether the strings of a schema are bytes. */
import { get, type JsonObject } from '../document/index.js';

/** `format: binary`, or a media type of content that is no text and has no encoding: `contentMediaType: image/png`. */
export function isBinary(value: JsonObject): boolean {
  if (get(value, 'format') === 'binary') return true;
  const mediaType = get(value, 'contentMediaType');
  if (typeof mediaType !== 'string' || get(value, 'contentEncoding') !== undefined) return false;
  return binary.test(mediaType) && !/[+/](json|xml|yaml)\b/i.test(mediaType);
}

const binary =
  /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|zstd|wasm|x-tar|x-7z-compressed|vnd\.)/i;
