/** The targets of requests, which clients may write as they like. */
import type { IncomingMessage } from 'node:http';

export interface Target {
  /** Decoded, without dots; undefined for one that leaves the root, or cannot be decoded. */
  readonly path: string | undefined;
  /** With its `?`. */
  readonly search: string;
}

export function targetOf({ url = '/' }: IncomingMessage, mergesSlashes = true): Target {
  const [, path = '', search = ''] = /^(?:https?:\/\/[^/?#]*)?([^?#]*)(\?[^#]*)?/i.exec(url) ?? [];
  return { path: plainPath(path === '' ? '/' : path, mergesSlashes), search };
}

/** Decodes a path and removes its dots. @returns undefined for one that leaves the root, or cannot be decoded */
function plainPath(raw: string, mergesSlashes: boolean): string | undefined {
  try {
    const path = decodeURIComponent(raw);
    if (!path.startsWith('/') || path.includes('\0')) return undefined;
    const plain: string[] = [];
    const parts = (mergesSlashes ? path.replaceAll(/\/{2,}/g, '/') : path).slice(1).split('/');
    for (const [index, part] of parts.entries()) {
      const isDots = part === '.' || part === '..';
      if (part === '..' && plain.pop() === undefined) return undefined;
      if (!isDots) plain.push(part);
      else if (index === parts.length - 1) plain.push('');
    }
    return `/${plain.join('/')}`;
  } catch {
    return undefined;
  }
}
