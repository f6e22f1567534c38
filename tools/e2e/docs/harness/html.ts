/** The pages as HTML, without a browser: their elements, and what leads where. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { text } from './built-site.js';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

const memory = new Map<string, Element[]>();

export function elements(path: string): Element[] {
  const known = memory.get(path) ?? [...walk(parse(text(path)))];
  memory.set(path, known);
  return known;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** The changes that a page has a mark of. */
export function changesOf(path: string): string[] {
  return elements(path).flatMap((element) => attribute(element, 'data-change') ?? []);
}

function* walk(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}
