/** The settings of a site, from the file that `--settings` names. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DocsError } from '../docs-error.js';

export interface SiteSettings {
  /** The URL at which the site is published, for canonical addresses, the sitemap and previews of links. */
  readonly url?: string;
  /** The URL where a page's source is edited; `{page}` stands for the page's path. */
  readonly edit?: string;
  /** The file of the logo: SVG, shown at 24 pixels. */
  readonly logo?: string;
  /** The file of the picture in previews of links: PNG, 1200 × 630 pixels. */
  readonly picture?: string;
  /** The colour of links and buttons, as CSS hexadecimal colours, in the light and in the dark theme. */
  readonly accent?: { readonly light: string; readonly dark: string };
}

const keys = new Set(['url', 'edit', 'logo', 'picture', 'accent']);

/**
 * Reads the settings. Paths in them are relative to the file.
 *
 * @throws DocsError if the file is missing or a setting is invalid
 */
export function readSettings(file: string): SiteSettings {
  const settings = parsed(file);
  const invalid = (key: string, wanted: string) => new DocsError(`${file}: "${key}" must be ${wanted}`);
  for (const key of Object.keys(settings))
    if (!keys.has(key)) throw new DocsError(`${file}: "${key}" is unknown; known are ${[...keys].join(', ')}`);
  const { url, edit, logo, picture, accent } = settings;
  for (const [key, value] of Object.entries({ url, edit }))
    if (value !== undefined && !isUrl(value)) throw invalid(key, 'an http or https URL');
  const located = (key: string, value: unknown): string | undefined => {
    if (value === undefined) return undefined;
    const path = typeof value === 'string' ? resolve(dirname(file), value) : '';
    if (path === '' || !existsSync(path)) throw invalid(key, 'the path of an existing file');
    return path;
  };
  if (accent !== undefined && !isAccent(accent))
    throw invalid('accent', 'an object with the colours "light" and "dark", such as "#0b5cad"');
  const [logoFile, pictureFile] = [located('logo', logo), located('picture', picture)];
  return {
    ...(isUrl(url) && { url }),
    ...(isUrl(edit) && { edit }),
    ...(logoFile !== undefined && { logo: logoFile }),
    ...(pictureFile !== undefined && { picture: pictureFile }),
    ...(isAccent(accent) && { accent }),
  };
}

function parsed(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch (error) {
    throw new DocsError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new DocsError(`${file} must contain a JSON object`);
}

function isUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:\/\/[^\s"'<>]+$/.test(value);
}

function isAccent(value: unknown): value is NonNullable<SiteSettings['accent']> {
  const isColour = (colour: unknown) => typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour);
  return (
    typeof value === 'object' &&
    value !== null &&
    'light' in value &&
    'dark' in value &&
    isColour(value.light) &&
    isColour(value.dark)
  );
}
