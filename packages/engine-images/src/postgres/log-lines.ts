/** Lines that the image writes when it creates a data folder, in its words. */

export const superuserHelp = `Error: Database is uninitialized and superuser password is not specified.
       You must specify POSTGRES_PASSWORD to a non-empty value for the
       superuser. For example, "-e POSTGRES_PASSWORD=password" on "docker run".

       You may also use "POSTGRES_HOST_AUTH_METHOD=trust" to allow all
       connections without a password. This is *not* recommended.

       See PostgreSQL documentation about "trust":
       https://www.postgresql.org/docs/current/auth-trust.html
`;

export function initLines(folder: string): string {
  return `The files belonging to this database system will be owned by user "postgres".
This user must also own the server process.

lading: the database is PGlite, PostgreSQL in WebAssembly; its programs are simulated

fixing permissions on existing directory ${folder} ... ok
creating subdirectories ... ok
creating configuration files ... ok
running bootstrap script ... ok
performing post-bootstrap initialization ... ok
syncing data to disk ... ok


Success. You can now start the database server using:

    pg_ctl -D ${folder} -l logfile start

`;
}

export const hasDataLine = '\nPostgreSQL Database directory appears to contain a database; Skipping initialization\n\n';
export const initCompleteLine = '\nPostgreSQL init process complete; ready for start up.\n\n';
