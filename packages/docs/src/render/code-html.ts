/** Renders code samples as HTML, with classes for comments, strings, keywords and numbers. */
import { shownLines } from './code-lines.js';
import { escapeText } from './escape-text.js';

const shell = /(#[^\n]*)|('(?:[^']|'\\'')*'|"(?:[^"\\]|\\.)*")|(?<=^|\s)(--?[A-Za-z][\w-]*)|\b(curl)\b/g;
const script =
  /(\/\/[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)|\b(import|from|export|const|let|await|async|for|of|if|else|return|new|type|function|throw|try|catch)\b|\b(\d[\d_]*(?:\.\d+)?|true|false|null|undefined)\b/g;
const data = /(#[^\n]*$)|('(?:[^'\\\n]|\\.)*'|"(?:[^"\\]|\\.)*")|\b(true|false|null)\b|(-?\b\d[\d.eE+-]*\b)/g;

const tokens: Readonly<Record<string, RegExp>> = {
  sh: shell,
  console: shell,
  bash: shell,
  ts: script,
  js: script,
  typescript: script,
  javascript: script,
  json: data,
  yaml: data,
};
/** The classes of the groups of these expressions. */
const classes = ['c', 's', 'k', 'n'];

/** Returns escaped code. @param language its name in Markdown; other languages have no colours */
export function codeHtml(whole: string, language: string): string {
  const { text: code, rest } = shownLines(whole);
  const token = Object.hasOwn(tokens, language) ? tokens[language] : undefined;
  if (token === undefined) return escapeText(code) + rest;
  let html = '';
  let end = 0;
  for (const match of code.matchAll(token)) {
    const kind = classes[match.slice(1).findIndex((group) => group !== undefined)] ?? 'k';
    html += `${escapeText(code.slice(end, match.index))}<i class="${kind}">${escapeText(match[0])}</i>`;
    end = match.index + match[0].length;
  }
  return html + escapeText(code.slice(end)) + rest;
}
