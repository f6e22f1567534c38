/** Writes a call of the client. */
import ts from 'typescript';
import type { Rule } from './rules.js';

/** The parameter that identifies the object of a call. */
interface Key {
  readonly name: string;
  readonly text: string;
}

/** An argument of dockerode, in parts: properties as they are written. */
interface Parts {
  readonly properties: string[];
  /** The value of `abortSignal`. */
  signal?: string;
}

/**
 * @param docker the text of the engine
 * @param textOf the text of a node, rewritten
 */
export function writeCall(
  docker: string,
  { call, argument, file }: Rule,
  key: Key | undefined,
  values: readonly ts.Expression[],
  textOf: (node: ts.Node) => string,
): string {
  const input = key === undefined ? [] : [key.name === key.text ? key.name : `${key.name}: ${key.text}`];
  let signal: string | undefined;
  const [first, second] = values;
  if (file === true) {
    const parameters = second === undefined ? { properties: [] } : partsOf(second, textOf);
    input.push(...parameters.properties, ...(first === undefined ? [] : [`body: ${textOf(first)}`]));
    signal = parameters.signal;
  } else if (first !== undefined && argument !== undefined) {
    const parts = partsOf(first, textOf);
    signal = parts.signal;
    if (argument === 'parameters') input.push(...parts.properties);
    else input.push(...bodyOf(first, parts.properties, argument === 'body' ? [] : argument, textOf));
  }
  const inputText = input.length === 0 ? '' : `{ ${input.join(', ')} }`;
  if (signal === undefined) return `${docker}.${call}(${inputText})`;
  return `${docker}.${call}(${inputText === '' ? '{}' : inputText}, { signal${signal === 'signal' ? '' : `: ${signal}`} })`;
}

/** The body, and parameters that are properties of dockerode's argument. */
function bodyOf(
  value: ts.Expression,
  properties: readonly string[],
  names: readonly string[],
  textOf: (node: ts.Node) => string,
): string[] {
  if (!ts.isObjectLiteralExpression(value)) {
    const text = textOf(value);
    return [...names.map((name) => `${name}: ${text}.${name}`), `body: ${text}`];
  }
  const isParameter = (property: string): boolean =>
    names.some((name) => new RegExp(`^['"]?${name}['"]?\\b`).test(property));
  const parameters = properties.filter(isParameter);
  const rest = properties.filter((property) => !isParameter(property));
  return [...parameters, `body: ${rest.length === 0 ? '{}' : `{ ${rest.join(', ')} }`}`];
}

function partsOf(value: ts.Expression, textOf: (node: ts.Node) => string): Parts {
  if (!ts.isObjectLiteralExpression(value)) return { properties: [`...${textOf(value)}`] };
  const parts: Parts = { properties: [] };
  for (const property of value.properties) {
    const name = property.name?.getText();
    const initializer = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (name === 'abortSignal') parts.signal = initializer === undefined ? name : textOf(initializer);
    else if (name === 'authconfig')
      parts.properties.push(`'X-Registry-Auth': ${initializer === undefined ? name : textOf(initializer)}`);
    else if (name === 'filters' && initializer !== undefined)
      parts.properties.push(`filters: ${filters(initializer, textOf)}`);
    else parts.properties.push(textOf(property));
  }
  return parts;
}

/** Filters are an object; dockerode takes them as JSON too. */
function filters(value: ts.Expression, textOf: (node: ts.Node) => string): string {
  if (!ts.isCallExpression(value) || value.expression.getText() !== 'JSON.stringify') return textOf(value);
  const [inner] = value.arguments;
  return inner === undefined ? textOf(value) : textOf(inner);
}
