/** A built site in memory, parsed as HTML. */
import { parse, type DefaultTreeAdapterMap } from 'parse5';
import { buildSite, type SiteComparison, type SiteSettings, type Source } from '../../src/index.js';

type Node = DefaultTreeAdapterMap['node'];
export type Element = DefaultTreeAdapterMap['element'];

export class BuiltSite {
  readonly #files: ReadonlyMap<string, string>;

  constructor(sources: readonly Source[], settings: SiteSettings = {}, comparison?: SiteComparison) {
    this.#files = new Map(
      [...buildSite(sources, settings, comparison)].map((file) => [file.path, 'text' in file ? file.text : '']),
    );
  }

  paths(): string[] {
    return [...this.#files.keys()];
  }

  text(path: string): string {
    const text = this.#files.get(path);
    if (text === undefined) throw new Error(`The site has no ${path}`);
    return text;
  }

  elements(path: string): Element[] {
    return [...elementsOf(parse(this.text(path)))];
  }

  byId(path: string, id: string): Element | undefined {
    return this.elements(path).find((element) => attribute(element, 'id') === id);
  }
}

export function* elementsOf(node: Node): Generator<Element> {
  if ('tagName' in node) yield node;
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child);
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((entry) => entry.name === name)?.value;
}

export function textOf(node: Node): string {
  if ('value' in node && node.nodeName === '#text') return node.value;
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : '';
}
