/** The pages of a site that readers reach by links from its entrance. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the text of every page that links lead to, by its path. @param folder the site */
export function reachablePages(folder: string): ReadonlyMap<string, string> {
  const pages = new Map<string, string>();
  const queue = ['index.html'];
  for (const path of queue) {
    if (pages.has(path) || !existsSync(join(folder, path))) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    pages.set(path, text);
    for (const [, href = ''] of text.matchAll(/<a\b[^>]*? href="([^"#]+)/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `site:///${path}`);
      if (url.protocol === 'site:' && url.pathname.endsWith('.html'))
        queue.push(decodeURIComponent(url.pathname).slice(1));
    }
  }
  return pages;
}

/** Returns all Markdown of a site, without that of all pages in one file. */
export function markdownOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.md'));
  return files.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
}
