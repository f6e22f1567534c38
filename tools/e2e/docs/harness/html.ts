/** Parses pages without a browser: their elements and attributes. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { text } from './built-site.js';

type Node = DefaultTreeAdapterMap['node'];
type Element = DefaultTreeAdapterMap['element'];

const elementsByPage = new Map<string, Element[]>();

export function elements(path: string): Element[] {
  const found = elementsByPage.get(path) ?? [...walk(parse(text(path)))];
  elementsByPage.set(path, found);
  return found;
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

/** The changes that a page marks. */
export function changesOf(path: string): string[] {
  return elements(path).flatMap((element) => attribute(element, 'data-change') ?? []);
}

function* walk(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* walk(child);
}
