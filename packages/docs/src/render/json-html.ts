/** Renders JSON as HTML, with distinct classes for keys, strings and other values. */
import { shownLines } from './code-lines.js';
import { escapeText } from './escape-text.js';
import type { Json } from '../json.js';

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** Renders the value, indented by two spaces. */
export function jsonHtml(value: Json): string {
  const { text, rest } = shownLines(JSON.stringify(value, null, 2));
  let highlighted = '';
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    const kind = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    highlighted += `${text.slice(end, match.index)}<i class="${kind}">${escapeText(string ?? whole)}</i>${colon ?? ''}`;
    end = match.index + whole.length;
  }
  return highlighted + text.slice(end) + rest;
}
