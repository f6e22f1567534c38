/** Serialization of parameters, of headers, and of the parts of a form. */

export const parameterStyles = [
  'form',
  'simple',
  'label',
  'matrix',
  'spaceDelimited',
  'tabDelimited',
  'pipeDelimited',
  'deepObject',
] as const;
export type ParameterStyle = (typeof parameterStyles)[number];

/** Returns the styles that a place has: `path`, `query`, `header`, `cookie`, or `form` for the part of a form. */
export function stylesIn(place: string): readonly ParameterStyle[] {
  if (place === 'header') return ['simple'];
  const ofPath: readonly ParameterStyle[] = ['simple', 'label', 'matrix'];
  return place === 'path' ? ofPath : parameterStyles.filter((style) => !ofPath.includes(style));
}

/**
 * The serialization of a value. The frequent ones have a name:
 *
 * - `plain`: a scalar as a string;
 * - `repeated`: an array, the name repeated for each item (style `form`, exploded);
 * - `joined`: an array, its items joined by commas (style `simple`, or `form` without `explode`);
 * - `json`: JSON, and `base64url-json`: JSON in base64url.
 *
 * Any other is a style with its flags, or the media type of the value. A serialization has one form only, so that equal ones
 * are equal data.
 */
export type Encoding = NamedEncoding | StyleEncoding | MediaTypeEncoding;

export const namedEncodings = ['plain', 'repeated', 'joined', 'json', 'base64url-json'] as const;
export type NamedEncoding = (typeof namedEncodings)[number];

export interface StyleEncoding {
  readonly style: ParameterStyle;
  /** Whether each item or property is separate: `color=red&color=blue`, `R=100&G=200`. */
  readonly explode?: true;
  /** Whether the characters `:/?#[]@!$&'()*+,;=` remain as they are. */
  readonly allowReserved?: true;
}

export interface MediaTypeEncoding {
  /** `application/xml` */
  readonly mediaType: string;
}

/** The structure of a value, as far as its serialization depends on it. */
export type EncodedStructure = 'scalar' | 'array' | 'other';

/** Returns the only form of a style: its name if it has one. */
export function encodingOfStyle(structure: EncodedStructure, encoding: StyleEncoding): Encoding {
  const { style, explode, allowReserved } = encoding;
  // The flag means nothing for one scalar, nor for an array whose items are separated by the same character anyway.
  const isSimple = style === 'simple' || style === 'form';
  const isDelimited = style === 'spaceDelimited' || style === 'pipeDelimited' || style === 'tabDelimited';
  if (allowReserved !== true) {
    if (structure === 'scalar' && (isSimple || isDelimited || style === 'deepObject')) return 'plain';
    if (structure === 'array' && style === 'simple') return 'joined';
    if (structure === 'array' && style === 'form') return explode === true ? 'repeated' : 'joined';
    if (structure === 'array' && isDelimited && explode === true) return 'repeated';
  }
  const exploded = explode === true && structure !== 'scalar' && style !== 'deepObject';
  return { style, ...(exploded && { explode }), ...(allowReserved && { allowReserved }) };
}

/** Returns the style of an encoding, or undefined for media types. @param place the location of the parameter */
export function styleOfEncoding(encoding: Encoding, place: string): StyleEncoding | undefined {
  const style = place === 'query' || place === 'cookie' || place === 'form' ? 'form' : 'simple';
  if (typeof encoding === 'object') return 'style' in encoding ? encoding : undefined;
  if (encoding === 'plain' || encoding === 'joined') return { style };
  return encoding === 'repeated' ? { style: 'form', explode: true } : undefined;
}

/** Returns an encoding in a few words: `deepObject`, `form, exploded`, `application/xml`. */
export function encodingText(encoding: Encoding): string {
  if (typeof encoding === 'string') return encoding;
  if ('mediaType' in encoding) return encoding.mediaType;
  const { style, explode, allowReserved } = encoding;
  return [style, explode && 'exploded', allowReserved && 'reserved characters allowed'].filter(Boolean).join(', ');
}
