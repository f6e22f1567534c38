/** Resolves the links of a page, and names in inline code. */
import { hrefOf, upFrom } from '../site/links.js';
import type { SiteVersion } from '../site/site-version.js';
import type { LinkContext } from './markdown.js';

export function linkContextOf(path: string, version: SiteVersion): LinkContext {
  const targets = linkTargets(version);
  return {
    hrefOf: (link) =>
      /^https?:\/\//i.test(link) ? link : hrefOf(link.replace(/\.(html|md)(?=#|$)/, ''), path, version),
    hrefOfName: (name) => {
      const target = targets.get(name);
      if (target === undefined || target === path || target.startsWith(`${path}#`)) return undefined;
      if (version.moved.get(target) === path) return undefined;
      return hrefOf(target, path, version) ?? `${upFrom(path)}index.html`;
    },
  };
}

const linkTargetsCache = new WeakMap<SiteVersion, ReadonlyMap<string, string>>();

/** Returns the links of operations, schemas and properties, by name. */
function linkTargets(version: SiteVersion): ReadonlyMap<string, string> {
  const cached = linkTargetsCache.get(version);
  if (cached !== undefined) return cached;
  const targets = new Map<string, string>();
  for (const page of version.pages.values()) {
    if (page.kind === 'schema') {
      targets.set(page.name, page.path);
      for (const { anchor } of page.fields) targets.set(anchor, `${page.path}#${anchor}`);
    }
    // An operation names its callbacks.
    if (page.kind === 'article' && page.path === 'webhooks')
      for (const { anchor, title } of page.sections) targets.set(title, `${page.path}#${anchor}`);
    if (page.kind === 'group') for (const { anchor } of page.operations) targets.set(anchor, `${page.path}#${anchor}`);
  }
  linkTargetsCache.set(version, targets);
  return targets;
}
