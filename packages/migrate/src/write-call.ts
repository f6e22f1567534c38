/** Writes a call of the client. */
import { Node, type Type } from 'ts-morph';
import type { Rule } from './rules.js';

/** Returns the text of a node, rewritten. */
export type TextOf = (node: Node) => string;

/** An argument of dockerode, in parts: properties as they are written. */
interface Parts {
  readonly properties: string[];
  /** The value of `abortSignal`. */
  signal?: string;
}

/**
 * The arguments of a call.
 *
 * @param key the parameter that identifies the object, as it is written: `id: web.id`
 */
export function argumentsOf(
  rule: Rule,
  key: string | undefined,
  values: readonly Node[],
  textOf: TextOf,
  bytesOf: TextOf,
): string {
  const input = key === undefined ? [] : [key];
  let signal: string | undefined;
  const [first, second] = values;
  if (rule.file === true) {
    const parameters = second === undefined ? { properties: [] } : partsOf(second, textOf);
    input.push(...parameters.properties, ...(first === undefined ? [] : [`body: ${bytesOf(first)}`]));
    signal = parameters.signal;
  } else if (first !== undefined && rule.argument !== undefined) {
    const parts = partsOf(first, textOf);
    signal = parts.signal;
    if (rule.argument === 'parameters') input.push(...parts.properties);
    else input.push(...bodyOf(first, parts.properties, rule.argument === 'body' ? [] : rule.argument, textOf));
  }
  const isSpread = input.length === 1 && /^\.\.\.[\w.]+$/.test(input[0] ?? '');
  const inputText = input.length === 0 ? '' : isSpread ? (input[0] ?? '').slice(3) : `{ ${input.join(', ')} }`;
  if (signal === undefined) return inputText;
  return `${inputText === '' ? '{}' : inputText}, { signal${signal === 'signal' ? '' : `: ${signal}`} }`;
}

/** The body, and parameters that are properties of dockerode's argument. */
function bodyOf(value: Node, properties: readonly string[], names: readonly string[], textOf: TextOf): string[] {
  if (!Node.isObjectLiteralExpression(value)) {
    const text = textOf(value);
    const has = (type: Type, name: string): boolean => type.isAny() || type.getProperty(name) !== undefined;
    const found = names.filter((name) => has(value.getType(), name));
    return [...found.map((name) => `${name}: ${text}.${name}`), text === 'body' ? text : `body: ${text}`];
  }
  const isParameter = (property: string): boolean =>
    names.some((name) => new RegExp(`^['"]?${name}['"]?\\s*(:|$)`).test(property));
  const parameters = properties.filter(isParameter);
  const rest = properties.filter((property) => !isParameter(property));
  return [...parameters, `body: ${rest.length === 0 ? '{}' : `{ ${rest.join(', ')} }`}`];
}

function partsOf(value: Node, textOf: TextOf): Parts {
  if (!Node.isObjectLiteralExpression(value)) return { properties: [`...${textOf(value)}`] };
  const parts: Parts = { properties: [] };
  for (const property of value.getProperties()) {
    const name = Node.isSpreadAssignment(property) ? undefined : property.getName().replace(/^['"]|['"]$/g, '');
    const initializer = Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
    const text = initializer === undefined ? (name ?? '') : textOf(initializer);
    if (name === 'abortSignal') parts.signal = text;
    else if (name === 'hijack') continue;
    else if (name === 'authconfig') parts.properties.push(`'X-Registry-Auth': ${text}`);
    else if (name === 't' && !isArray(initializer ?? property)) parts.properties.push(`t: [${text}]`);
    else if (name === 'filters' && initializer !== undefined)
      parts.properties.push(`filters: ${filters(initializer, textOf)}`);
    else
      parts.properties.push(
        initializer === undefined
          ? textOf(property)
          : `${property.asKindOrThrow(property.getKind()).getFirstChild()?.getText() ?? name}: ${text}`,
      );
  }
  return parts;
}

function isArray(node: Node): boolean {
  return node.getType().isArray() || node.getType().isNumber() || node.getType().isNumberLiteral();
}

/** Filters are an object; dockerode takes them as JSON too. */
function filters(value: Node, textOf: TextOf): string {
  if (!Node.isCallExpression(value) || value.getExpression().getText() !== 'JSON.stringify') return textOf(value);
  const [inner] = value.getArguments();
  return inner === undefined ? textOf(value) : textOf(inner);
}
