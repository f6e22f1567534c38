/** The settings of a site, from the file that `--settings` names. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DocsError } from '../docs-error.js';
import type { SandboxRequest } from '../try/sandboxes.js';
import { isObject, readSearchWords, type SearchWords } from '../search/search-words.js';

export interface SiteSettings {
  /** The URL at which the site is published, for canonical addresses, the sitemap and previews of links. */
  readonly url?: string;
  /**
   * The URLs where the sources of pages are edited, by the path or the kind of the page; `*` is that of all others, and
   * an empty one means none. `{page}`, `{group}` and `{version}` stand for those of the page, `{repository}` for the
   * setting of this name.
   */
  readonly edit?: Readonly<Record<string, string>>;
  /** The URL of the repository with the sources. Without it, URLs that contain `{repository}` are not shown. */
  readonly repository?: string;
  /** The file of the logo: SVG, shown at 24 pixels. */
  readonly logo?: string;
  /** The file of the icon in tabs of browsers without support for SVG: PNG, 48 × 48 pixels. */
  readonly icon?: string;
  /** The file of the icon on home screens: PNG, 180 × 180 pixels. */
  readonly touchIcon?: string;
  /** The file of the picture in previews of links: PNG, 1200 × 630 pixels. */
  readonly picture?: string;
  /** The colour of links and buttons, as CSS hexadecimal colours, in the light and in the dark theme. */
  readonly accent?: { readonly light: string; readonly dark: string };
  /** Synonyms and keywords of the search. */
  readonly search?: SearchWords;
  /** The requests that prepare each sandbox of "Try it". */
  readonly sandbox?: readonly SandboxRequest[];
}

const urlKeys = ['url', 'repository'] as const;
const fileKeys = ['logo', 'icon', 'touchIcon', 'picture'] as const;
const keys: readonly string[] = [...urlKeys, ...fileKeys, 'edit', 'accent', 'search', 'sandbox'];

/**
 * Reads the settings. Paths in them are relative to the file.
 *
 * @throws DocsError if the file is missing or a setting is invalid
 */
export function readSettings(file: string): SiteSettings {
  const settings = parsed(file);
  for (const key of Object.keys(settings))
    if (!keys.includes(key)) throw new DocsError(`${file}: "${key}" is unknown; known are ${keys.join(', ')}`);
  const check = <T>(key: string, read: (value: unknown) => T | undefined, wanted: string): { [key: string]: T } => {
    const value = settings[key];
    if (value === undefined) return {};
    const valid = read(value);
    if (valid === undefined) throw new DocsError(`${file}: "${key}" must be ${wanted}`);
    return { [key]: valid };
  };
  const located = (value: unknown) => {
    const path = typeof value === 'string' ? resolve(dirname(file), value) : '';
    return path !== '' && existsSync(path) ? path : undefined;
  };
  return {
    ...Object.assign({}, ...urlKeys.map((key) => check(key, urlOf, 'an http or https URL'))),
    ...Object.assign({}, ...fileKeys.map((key) => check(key, located, 'the path of an existing file'))),
    ...check(
      'search',
      (value) => {
        const words = located(value);
        return words === undefined ? undefined : readSearchWords(words);
      },
      'the path of an existing file',
    ),
    ...check(
      'sandbox',
      (value) => sandboxOf(located(value)),
      'the path of a JSON file with an array of requests: method, path and body',
    ),
    ...check('edit', editOf, 'an http or https URL, or an object with such URLs by the path or kind of a page'),
    ...check('accent', accentOf, 'an object with the colours "light" and "dark", such as "#0b5cad"'),
  };
}

/** @throws DocsError if an option is not a URL */
export function withUrls(settings: SiteSettings, options: Pick<SiteSettings, (typeof urlKeys)[number]>): SiteSettings {
  for (const key of urlKeys)
    if (options[key] !== undefined && urlOf(options[key]) === undefined)
      throw new DocsError(`--${key} must be an http or https URL`);
  return { ...settings, ...options };
}

function parsed(file: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isObject(value)) return value;
  } catch (error) {
    throw new DocsError(`${file} cannot be read as JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new DocsError(`${file} must contain a JSON object`);
}

function urlOf(value: unknown): string | undefined {
  return typeof value === 'string' && /^https?:\/\/[^\s"'<>]+$/.test(value) ? value : undefined;
}

function sandboxOf(file: string | undefined): SiteSettings['sandbox'] {
  if (file === undefined) return undefined;
  let requests: unknown;
  try {
    requests = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
  const isRequest = (each: unknown) =>
    isObject(each) && typeof each['method'] === 'string' && /^\/\S*$/.test(String(each['path']));
  return Array.isArray(requests) && requests.every(isRequest) ? (requests as SandboxRequest[]) : undefined;
}

function editOf(value: unknown): SiteSettings['edit'] {
  if (typeof value === 'string') return urlOf(value) === undefined ? undefined : { '*': value };
  if (!isObject(value)) return undefined;
  const isValid = (url: unknown) =>
    url === '' || urlOf(typeof url === 'string' ? url.replace(/^\{repository\}/, 'https://repository') : url);
  return Object.values(value).every(isValid) ? (value as Readonly<Record<string, string>>) : undefined;
}

function accentOf(value: unknown): SiteSettings['accent'] {
  const isColour = (colour: unknown): colour is string => typeof colour === 'string' && /^#[0-9a-f]{6}$/i.test(colour);
  if (!isObject(value)) return undefined;
  const { light, dark } = value;
  return isColour(light) && isColour(dark) ? { light, dark } : undefined;
}
