/** Whether the strings of a schema are bytes. */
import { get, type JsonObject } from '../document/index.js';

/**
 * `format: binary`, `contentEncoding: binary`, or a media type of content that is no text and that no encoding changes (RFC 2045):
 * `contentMediaType: image/png`.
 */
export function isBinary(value: JsonObject): boolean {
  const encoding = String(get(value, 'contentEncoding') ?? '8bit').toLowerCase();
  if (get(value, 'format') === 'binary' || encoding === 'binary') return true;
  const mediaType = get(value, 'contentMediaType');
  if (typeof mediaType !== 'string' || !/^[78]bit$/.test(encoding)) return false;
  return binary.test(mediaType) && !/[+/](json|xml|yaml)\b/i.test(mediaType);
}

const binary =
  /^(image|audio|video|font)\/|^application\/(octet-stream|pdf|zip|gzip|zstd|wasm|x-tar|x-7z-compressed|vnd\.)/i;
