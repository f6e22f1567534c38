/** A tree of files that are computed when they are read, such as those of the kernel. */
import type { FileTree, TreeChange, TreeEntry } from '../ports/filesystem.js';
import { ReadOnlyError } from './mounted-tree.js';

export type ComputedNode =
  | { readonly kind: 'file'; readonly text: () => string; readonly mode?: number }
  | { readonly kind: 'link'; readonly target: () => string }
  | { readonly kind: 'folder'; readonly children: () => Readonly<Record<string, ComputedNode>> };

export function computedFile(text: () => string, mode = 0o444): ComputedNode {
  return { kind: 'file', text, mode };
}

export function computedLink(target: () => string): ComputedNode {
  return { kind: 'link', target };
}

export function computedFolder(children: () => Readonly<Record<string, ComputedNode>>): ComputedNode {
  return { kind: 'folder', children };
}

/** Arranges nodes by path into folders. @param nodes paths such as `kernel/hostname` */
export function nodesByPath(nodes: Readonly<Record<string, ComputedNode>>): Readonly<Record<string, ComputedNode>> {
  const children: Record<string, ComputedNode> = {};
  const folders = new Map<string, Record<string, ComputedNode>>();
  for (const [path, node] of Object.entries(nodes)) {
    const [name = '', ...rest] = path.split('/');
    if (rest.length === 0) children[name] = node;
    else folders.set(name, { ...folders.get(name), [rest.join('/')]: node });
  }
  for (const [name, inner] of folders) children[name] = computedFolder(() => nodesByPath(inner));
  return children;
}

export class ComputedTree implements FileTree {
  readonly size = 0;
  readonly #root: ComputedNode;
  readonly #modified: number;

  /** @param modified the time of all files, in milliseconds since 1970 */
  constructor(children: () => Readonly<Record<string, ComputedNode>>, modified: number) {
    this.#root = computedFolder(children);
    this.#modified = modified;
  }

  get(path: string): TreeEntry | undefined {
    const node = this.#at(path);
    return node && this.#entryOf(node);
  }

  namesIn(path: string): string[] {
    const node = this.#at(path);
    return node?.kind === 'folder' ? Object.keys(node.children()).sort() : [];
  }

  below(path: string): [string, TreeEntry][] {
    const start = this.#at(path);
    const found: [string, TreeEntry][] = [];
    const visit = (each: string, node: ComputedNode): void => {
      found.push([each, this.#entryOf(node)]);
      if (node.kind !== 'folder') return;
      for (const [name, child] of Object.entries(node.children()))
        visit(each === '/' ? `/${name}` : `${each}/${name}`, child);
    };
    if (start !== undefined) visit(path, start);
    return found.sort(([one], [other]) => (one < other ? -1 : 1));
  }

  put(path: string): void {
    throw new ReadOnlyError(path);
  }

  remove(path: string): void {
    throw new ReadOnlyError(path);
  }

  changes(): TreeChange[] {
    return [];
  }

  #at(path: string): ComputedNode | undefined {
    let node: ComputedNode | undefined = this.#root;
    for (const name of path.split('/')) {
      if (name === '') continue;
      if (node?.kind !== 'folder') return undefined;
      const children: Readonly<Record<string, ComputedNode>> = node.children();
      node = Object.hasOwn(children, name) ? children[name] : undefined;
    }
    return node;
  }

  #entryOf(node: ComputedNode): TreeEntry {
    const metadata = { uid: 0, gid: 0, modified: this.#modified };
    if (node.kind === 'file')
      return { kind: 'file', data: Buffer.from(node.text()), mode: node.mode ?? 0o444, ...metadata };
    if (node.kind === 'link') return { kind: 'link', target: node.target(), mode: 0o777, ...metadata };
    return { kind: 'folder', mode: 0o555, ...metadata };
  }
}
