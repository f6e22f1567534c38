/** Splits a script of psql into statements, commands, and the data of COPY. */

export interface ScriptPart {
  readonly kind: 'sql' | 'command';
  readonly text: string;
  /** The line on which it ends. */
  readonly line: number;
  /** The data that follow `COPY … FROM STDIN`. */
  readonly data?: string;
}

const token =
  /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[^]*?\$\1\$|\(|\)|;|\\[^\n]*|\n|[^-/'"$();\\\n]+|[^]/g;

export function splitStatements(script: string): ScriptPart[] {
  const parts: ScriptPart[] = [];
  let [current, line, depth] = ['', 1, 0];
  token.lastIndex = 0;
  for (let match = token.exec(script); match !== null; match = token.exec(script)) {
    const [text] = match;
    const isEmpty = current.trim() === '';
    if (text.startsWith('--') && isEmpty) continue;
    if (text.startsWith('\\') && depth === 0) {
      // `\g` ends a statement, as `;` does; other commands leave it.
      if (!isEmpty) parts.push({ kind: 'sql', text: current.trim(), line });
      current = '';
      if (text !== '\\.' && !/^\\g\s*$/.test(text)) parts.push({ kind: 'command', text: text.trim(), line });
      continue;
    }
    if (text === '(') depth += 1;
    if (text === ')') depth -= 1;
    line += text.split('\n').length - 1;
    // The functions of SQL have statements of their own.
    if (text !== ';' || depth > 0 || isInsideFunction(current)) {
      current += text;
      continue;
    }
    if (isEmpty) continue;
    const sql = current.trim();
    current = '';
    if (!/^\s*COPY\b[^]*\bFROM\s+STDIN\b/i.test(sql)) {
      parts.push({ kind: 'sql', text: sql, line });
      continue;
    }
    const start = script.indexOf('\n', token.lastIndex) + 1;
    const end = /^\\\.\s*$/m.exec(script.slice(start));
    const data = script.slice(start, end === null ? undefined : start + end.index);
    parts.push({ kind: 'sql', text: sql, line, data });
    token.lastIndex = start + data.length + (end === null ? 0 : end[0].length);
    line += data.split('\n').length;
  }
  if (current.trim() !== '') parts.push({ kind: 'sql', text: current.trim(), line });
  return parts;
}

/** Whether a statement is a function whose body is `BEGIN ATOMIC … END`. */
function isInsideFunction(sql: string): boolean {
  return /\bBEGIN\s+ATOMIC\b/i.test(sql) && !/\bEND\s*$/i.test(sql);
}
