/** JSON as HTML, with its keys, texts and other values told apart. */
import Handlebars from 'handlebars';
import type { Json } from '../json.js';

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

/** The value, indented by two. */
export function jsonHtml(value: Json): string {
  const text = JSON.stringify(value, null, 2);
  let made = '';
  let end = 0;
  for (const match of text.matchAll(token)) {
    const [whole, string, colon] = match;
    const kind = string === undefined ? 'n' : colon === undefined ? 's' : 'k';
    made += `${text.slice(end, match.index)}<i class="${kind}">${Handlebars.escapeExpression(string ?? whole)}</i>${colon ?? ''}`;
    end = match.index + whole.length;
  }
  return made + text.slice(end);
}
