/** The settings of a session: those that the server reports first, and statements that change them. */

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

/** Returns the settings that the server reports when a session begins. */
export function firstSettings(version: string, user: string, application: string): Readonly<Record<string, string>> {
  return {
    server_version: version,
    server_encoding: 'UTF8',
    client_encoding: 'UTF8',
    DateStyle: 'ISO, MDY',
    IntervalStyle: 'postgres',
    TimeZone: 'Etc/UTC',
    integer_datetimes: 'on',
    standard_conforming_strings: 'on',
    is_superuser: 'on',
    session_authorization: user,
    application_name: application,
    in_hot_standby: 'off',
    default_transaction_read_only: 'off',
  };
}
