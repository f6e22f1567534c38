/** The temporary tables of connections, which share the schema of one session: those of other connections have other names. */

/** The beginning of names that belong to a connection whose turn it is not. */
const prefixOf = (id: number): string => `~${id}~`;

/** Whether a message may create temporary tables, by its text. */
export function mentionsTemporary(bytes: Buffer): boolean {
  return /temp/i.test(bytes.toString('latin1'));
}

/**
 * Returns the statements that hide the temporary tables of a connection, and show those of another one. Names are changed in the
 * catalog, since indexes and types have no command for it in this schema. Names of more than 50 characters keep them.
 */
export function switchTemporary(from: number, to: number): string {
  const shown = prefixOf(to);
  const renamed = (table: string, name: string, namespace: string): readonly string[] => {
    const update = (value: string, condition: string): string =>
      `UPDATE pg_catalog.${table} SET ${name} = ${value} WHERE ${namespace} = pg_my_temp_schema() AND ${condition}`;
    return [
      update(`'${prefixOf(from)}' || ${name}`, `length(${name}) <= 50 AND ${name} !~ '^~\\d+~'`),
      update(`substr(${name}, ${shown.length + 1})`, `${name} LIKE '${shown}%'`),
    ];
  };
  return [
    ...renamed('pg_class', 'relname', 'relnamespace'),
    ...renamed('pg_type', 'typname', 'typnamespace'),
    ...renamed('pg_constraint', 'conname', 'connamespace'),
  ].join(';');
}

/** Returns the statements that drop the temporary tables which are shown. */
export const dropsOf = `SELECT format('DROP %s IF EXISTS pg_temp.%I CASCADE', CASE relkind WHEN 'v' THEN 'VIEW' WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, relname)
  FROM pg_catalog.pg_class WHERE relnamespace = pg_my_temp_schema() AND relkind IN ('r', 'p', 'v', 'S') AND relname !~ '^~\\d+~'`;
