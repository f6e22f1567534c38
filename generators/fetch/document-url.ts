/** URLs of documents, and which of them may be fetched. */
import { LadingError, printableUrl } from '../diagnostics/index.js';
import { isLoopback } from './addresses.js';

/**
 * Returns the URL, if it may be fetched: `https`, or `http` on this machine.
 *
 * @throws FETCH_REFUSED
 */
export function documentUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const refused = (subject: string, remedy: string) =>
    new LadingError({ code: 'FETCH_REFUSED', subject, place: printableUrl(text), remedy });
  if (url === undefined) throw refused('The URL is invalid', 'Correct it');
  if (url.username !== '' || url.password !== '')
    throw refused(
      'The URL contains credentials, which would be written into files',
      'Download the document, and name the file',
    );
  if (url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))) return url;
  throw refused(
    `The document would be fetched by ${url.protocol.slice(0, -1)}, where anyone on the way can change it`,
    'Use https (http is possible on this machine only), or download the document and name the file',
  );
}
