/** Statements that change settings of a session. */

/** @returns the name and the statement; `all` for one that resets everything; undefined for other statements */
export function settingOf(statement: string): { readonly name: string; readonly sql: string } | 'all' | undefined {
  if (/^\s*(RESET|DISCARD)\s+ALL\s*$/i.test(statement)) return 'all';
  const zone = /^\s*SET\s+(SESSION\s+)?TIME\s+ZONE\s/i.test(statement);
  if (zone) return { name: 'timezone', sql: statement.trim() };
  const [, name] =
    /^\s*SET\s+(?:SESSION\s+)?(?!LOCAL\b|TRANSACTION\b|CONSTRAINTS\b|CHARACTERISTICS\b|AUTHORIZATION\b)([\w."]+)\s*(?:=|TO\b|\s)/i.exec(
      statement,
    ) ?? [];
  if (name !== undefined) return { name: name.toLowerCase(), sql: statement.trim() };
  const [, reset] = /^\s*RESET\s+([\w."]+)\s*$/i.exec(statement) ?? [];
  return reset === undefined ? undefined : { name: reset.toLowerCase(), sql: statement.trim() };
}
