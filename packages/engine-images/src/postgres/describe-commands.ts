/** The commands of psql that list what a database has, as queries. */

const lists: Readonly<Record<string, { readonly title: string; readonly sql: string }>> = {
  l: {
    title: 'List of databases',
    sql: `SELECT datname AS "Name", pg_get_userbyid(datdba) AS "Owner", pg_encoding_to_char(encoding) AS "Encoding" FROM pg_database ORDER BY 1`,
  },
  du: {
    title: 'List of roles',
    sql: `SELECT rolname AS "Role name", rolsuper AS "Superuser" FROM pg_roles WHERE rolname !~ '^pg_' ORDER BY 1`,
  },
  dn: {
    title: 'List of schemas',
    sql: `SELECT nspname AS "Name", pg_get_userbyid(nspowner) AS "Owner" FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema' ORDER BY 1`,
  },
  dx: {
    title: 'List of installed extensions',
    sql: `SELECT extname AS "Name", extversion AS "Version" FROM pg_extension ORDER BY 1`,
  },
};

const kinds: Readonly<Record<string, readonly [title: string, letters: string]>> = {
  d: ['List of relations', "'r','p','v','m','S'"],
  dt: ['List of relations', "'r','p'"],
  dv: ['List of relations', "'v'"],
  ds: ['List of relations', "'S'"],
  di: ['List of relations', "'i'"],
};

/** @returns undefined for another command */
export function describeCommand(
  name: string,
  argument: string,
): { readonly title: string; readonly sql: string } | undefined {
  const key = name.slice(1).replace(/[+S]$/, '');
  const list = lists[key];
  if (list !== undefined) return list;
  const kind = kinds[key];
  if (kind === undefined) return undefined;
  if (key === 'd' && argument !== '')
    return {
      title: `Table "${argument}"`,
      sql: `SELECT attname AS "Column", format_type(atttypid, atttypmod) AS "Type", CASE WHEN attnotnull THEN 'not null' ELSE '' END AS "Nullable" FROM pg_attribute WHERE attrelid = '${argument.replaceAll("'", "''")}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    };
  const pattern = argument === '' ? '' : ` AND relname LIKE '${argument.replaceAll("'", "''").replaceAll('*', '%')}'`;
  return {
    title: kind[0],
    sql: `SELECT nspname AS "Schema", relname AS "Name", CASE relkind WHEN 'r' THEN 'table' WHEN 'p' THEN 'partitioned table' WHEN 'v' THEN 'view' WHEN 'm' THEN 'materialized view' WHEN 'S' THEN 'sequence' ELSE 'index' END AS "Type", pg_get_userbyid(relowner) AS "Owner" FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE relkind IN (${kind[1]}) AND nspname !~ '^pg_' AND nspname <> 'information_schema'${pattern} ORDER BY 1, 2`,
  };
}
