/** Finds broken links of a built site. */
import { posix } from 'node:path';
import { attribute, type BuiltSite } from './built-site.js';

/** Files that the sources have, and these tests' do not. */
const copiedFiles = new Set(['openapi.json', 'llms.txt']);

/** Returns the links of all pages that lead to no page or no place on it, and anchors that a page has twice. */
export function brokenLinks(site: BuiltSite): string[] {
  const paths = new Set(site.paths());
  const ids = new Map(
    site
      .paths()
      .filter((path) => path.endsWith('.html'))
      .map((path) => [path, site.elements(path).flatMap((element) => attribute(element, 'id') ?? [])]),
  );
  const idSets = new Map([...ids].map(([path, own]) => [path, new Set(own)]));
  const found: string[] = [];
  for (const [path, own] of ids) {
    if (idSets.get(path)?.size !== own.length)
      for (const id of new Set(own.filter((each, at) => own.indexOf(each) !== at)))
        found.push(`${path}: two of #${id}`);
    for (const element of site.elements(path)) {
      const href = attribute(element, 'href') ?? attribute(element, 'src');
      if (href === undefined || /^https?:/.test(href)) continue;
      const [address = '', anchor = ''] = href.split('#');
      const target = address === '' ? path : posix.join(posix.dirname(path), address.split('?')[0] ?? '');
      if (copiedFiles.has(posix.basename(target))) continue;
      if (!paths.has(target)) found.push(`${path}: ${href}`);
      else if (anchor !== '' && !idSets.get(target)?.has(decodeURIComponent(anchor))) found.push(`${path}: ${href}`);
    }
  }
  return found;
}
