/** What nginx calls statuses and media types, and its pages of folders. */
import { STATUS_CODES } from 'node:http';
import { posix } from 'node:path';
import { encodedPath } from './address.js';
import type { Exchange } from './exchange.js';

/** Where the words of nginx are not those of Node. */
const ownTexts: Readonly<Record<number, string>> = {
  302: 'Moved Temporarily',
  405: 'Not Allowed',
  408: 'Request Time-out',
  413: 'Request Entity Too Large',
  414: 'Request-URI Too Large',
  416: 'Requested Range Not Satisfiable',
  418: '',
  503: 'Service Temporarily Unavailable',
  504: 'Gateway Time-out',
};

export function statusText(status: number): string {
  return ownTexts[status] ?? STATUS_CODES[status] ?? '';
}

/** Returns the media type of a path, by the `types` around it. */
export function typeOf(exchange: Exchange, path: string): string {
  const extension = posix.extname(path).slice(1).toLowerCase();
  const tables = exchange.all('types');
  const entries = tables.length > 0 ? tables.flatMap(({ block = [] }) => block) : builtIn;
  return (
    entries.findLast(({ args }) => args.includes(extension))?.name ?? exchange.argument('default_type') ?? 'text/plain'
  );
}

/** The types without a `types` block. */
const builtIn = [
  { name: 'text/html', args: ['html'] },
  { name: 'image/gif', args: ['gif'] },
  { name: 'image/jpeg', args: ['jpg'] },
];

/** Returns the page of `autoindex`: folders come first. */
export function listOf({ context: { files }, path }: Exchange, folder: string): string {
  const names = files.list(folder).filter((name) => !name.startsWith('.'));
  const isFolder = (name: string): boolean => files.kindOf(posix.join(folder, name)) === 'folder';
  const dateOf = (file: string): string => new Date(files.modifiedAt(file) ?? 0).toUTCString();
  const lines = [...names.filter(isFolder), ...names.filter((name) => !isFolder(name))].map((name) => {
    const shown = isFolder(name) ? `${name}/` : name;
    const letters = [...shown];
    const text = letters.length > 50 ? `${escape(letters.slice(0, 47).join(''))}..&gt;` : `${escape(shown)}`;
    const size = isFolder(name) ? '-' : String(files.read(posix.join(folder, name))?.length ?? 0);
    const space = ' '.repeat(Math.max(1, 51 - letters.length));
    const [, day = '', month = '', year = '', time = ''] = dateOf(posix.join(folder, name)).split(' ');
    const link = encodedPath(shown).replaceAll(':', '%3A');
    return `<a href="${link}">${text}</a>${space}${day}-${month}-${year} ${time.slice(0, 5)} ${size.padStart(19)}\r\n`;
  });
  const title = `Index of ${escape(path)}`;
  return `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<h1>${title}</h1><hr><pre><a href="../">../</a>\r\n${lines.join('')}</pre><hr></body>\r\n</html>\r\n`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
