/** A module for `inProcess`: the reference of a document has each operation, schema, parameter, header, webhook and callback on a page that links reach. */
import { inFolder } from '@lading/run/commands';
import { main, namesIn, readDocument, reachablePages } from 'lading/testing';
import { failureOf } from '../processes/in-process.mjs';

/** @param {string} path @throws Error that names what is missing */
export function run(path) {
  return inFolder(async (site) => {
    const status = await main(['docs', '--document', path, '--out', site, '--quiet']);
    if (status !== 0) throw failureOf(`lading docs ended with ${status}`);
    const text = plain([...reachablePages(site).values()].map(textOf).join(' '));
    const missing = namesIn((await readDocument(path)).root).filter((name) => !text.includes(plain(name)));
    if (missing.length > 0) throw failureOf(`not reachable: ${missing.slice(0, 20).join(', ')}`);
  });
}

/** @param {string} html */
function textOf(html) {
  return html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&(?:lt|gt|quot|amp|#\d+);/g, '');
}

/** The letters and digits: identifiers in code have no others. @param {string} name */
function plain(name) {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
