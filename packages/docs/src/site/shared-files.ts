/** The files that all pages share: scripts, styles, pictures, and what crawlers read. */
import { readFileSync, readdirSync } from 'node:fs';
import { siteUrls } from '../render/page-head.js';
import type { SiteFile } from './site-file.js';
import { siteScript } from './site-script.js';
import type { SiteSettings } from './site-settings.js';

const folder = new URL('../../assets/style/', import.meta.url);

/** Concatenates the style sheets of `assets/style` in the order of their numbers. */
function siteStyle(): string {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.css'))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => readFileSync(new URL(file, folder), 'utf8'))
    .join('\n');
}

const assets = new URL('../../assets/', import.meta.url);
const asset = (name: string) => readFileSync(new URL(name, assets), 'utf8');

/** @param paths the paths of all pages */
export function* sharedFiles(paths: readonly string[], settings: SiteSettings): Generator<SiteFile> {
  for (const path of ['site.js', 'find.js', 'try.js'] as const) yield { path, text: siteScript(path) };
  yield { path: 'site.css', text: siteStyle() + accentStyle(settings) };
  yield { path: 'theme.js', text: asset('theme.js') };
  yield {
    path: 'icon.svg',
    text: settings.logo === undefined ? asset('icon.svg') : readFileSync(settings.logo, 'utf8'),
  };
  for (const [path, copyOf] of Object.entries({
    'icon.png': settings.icon,
    'touch-icon.png': settings.touchIcon,
    'picture.png': settings.picture,
  }))
    if (copyOf !== undefined) yield { path, copyOf };
  const isPublished = settings.url !== undefined;
  const sitemap = isPublished ? `\nSitemap: ${siteUrls('sitemap.xml', settings).canonical ?? ''}\n` : '';
  yield { path: 'robots.txt', text: `User-agent: *\nAllow: /\n${sitemap}` };
  if (!isPublished) return;
  const urls = paths.map((path) => `<url><loc>${xml(siteUrls(path, settings).canonical ?? '')}</loc></url>`);
  yield {
    path: 'sitemap.xml',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
  };
}

function accentStyle({ accent }: SiteSettings): string {
  if (accent === undefined) return '';
  const { light, dark } = accent;
  return `\n:root {\n  --link: light-dark(${light}, ${dark});\n  --accent: light-dark(${light}, ${dark});\n}\n`;
}

function xml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
