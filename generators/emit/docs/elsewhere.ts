/** What a document says about the API itself and refers to: documentation elsewhere, contact, terms, license, servers. */
import {
  codeSpan,
  markdownText,
  type Api,
  type Contact,
  type License,
  type Notes,
  type Operation,
} from '../../emitter/index.js';
import type { Markdown } from './page.js';

/** Returns the sentence about the documentation elsewhere. */
export function externalDocsText({ externalDocs }: Pick<Notes, 'externalDocs'>): readonly Markdown[] {
  if (externalDocs === undefined) return [];
  return [`Further documentation: ${linkText(externalDocs.url, externalDocs.description)}.`];
}

/** Returns a summary before a description, as paragraphs that remain sentences on one line. */
export function paragraphs(summary: string | undefined, ...others: readonly (string | undefined)[]): Markdown {
  const sentence = summary !== undefined && /[\p{L}\p{N}]$/u.test(summary) ? `${summary}.` : summary;
  const following = others.filter((text) => text);
  return [following.length === 0 ? summary : sentence, ...following].filter((text) => text).join('\n\n');
}

/** Returns a title and a description; without the title if it only spells the name, as titles that programs derive do. */
export function described(
  { title, description }: Pick<Notes, 'title' | 'description'>,
  name: string,
): Markdown | undefined {
  const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const isShown = title !== undefined && plain(title) !== plain(name) && description?.includes(title) !== true;
  return description === undefined ? title : paragraphs(isShown ? title : undefined, description);
}

/** Returns the servers of an operation that are not those of the API. */
export function serversText({ servers = [] }: Pick<Operation, 'servers'>): readonly Markdown[] {
  if (servers.length === 0) return [];
  const texts = servers.map(({ url, description = '' }) => {
    const words = description.trim().replace(/\s+/g, ' ').replace(/\.$/, '');
    return words === '' ? codeSpan(url) : `${codeSpan(url)} (${words})`;
  });
  return [`Servers: ${texts.join(', ')}.`];
}

/** Returns a paragraph for each of what the document says about the API besides its description. */
export function aboutApi(api: Api): readonly Markdown[] {
  const { contact, termsOfService, license } = api;
  return [
    ...externalDocsText(api),
    ...(contact === undefined ? [] : [`Contact: ${contactText(contact)}.`]),
    ...(termsOfService === undefined ? [] : [`Terms of service: ${linkText(termsOfService)}.`]),
    ...(license === undefined ? [] : [`License: ${licenseText(license)}.`]),
  ];
}

function contactText({ name, url, email }: Contact): Markdown {
  const parts = [url === undefined ? name && markdownText(name) : linkText(url, name), email && codeSpan(email)];
  return parts.filter((part) => part).join(', ');
}

function licenseText({ name, url }: License): Markdown {
  return url === undefined ? markdownText(name) : linkText(url, name);
}

/** Returns a link if its target is a page of the web; otherwise the target as code. */
export function linkText(url: string, text?: string): Markdown {
  const isLink = /^https?:\/\/[^\s()<>\\]+$/i.test(url);
  if (!isLink) return text === undefined ? codeSpan(url) : `${markdownText(text)}, ${codeSpan(url)}`;
  return `[${markdownText(text ?? url)}](${url})`;
}
