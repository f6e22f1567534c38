/** What the encoding of content says about the strings of a schema. */
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

/** The format of a string that states an encoding: `base64`. Like other unknown formats, it is described and not checked. */
export function encodingFormat(value: JsonObject): { readonly format?: string } {
  const encoding = String(get(value, 'contentEncoding')).toLowerCase();
  return /^base(16|32|64|64url)$/.test(encoding) ? { format: encoding } : {};
}
