/** The image `postgres`. */
import type { ImageContent } from '@lading/engine';

/** The version of PGlite's PostgreSQL, where a tag names none. */
const newest = '18.6';
const bin = (major: string): string => `/usr/lib/postgresql/${major}/bin`;

export const image: ImageContent = {
  config(tag) {
    const [version = newest] = /^\d+(\.\d+)?/.exec(tag) ?? [];
    const major = version.split('.')[0] ?? '18';
    // Images of 18 and later have a folder for each version in the volume.
    const isNew = Number(major) >= 18;
    return {
      Entrypoint: ['docker-entrypoint.sh'],
      Cmd: ['postgres'],
      Env: [
        `PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:${bin(major)}`,
        'GOSU_VERSION=1.19',
        'LANG=en_US.utf8',
        `PG_MAJOR=${major}`,
        `PG_VERSION=${version}`,
        `PGDATA=${isNew ? `/var/lib/postgresql/${major}/docker` : '/var/lib/postgresql/data'}`,
      ],
      ExposedPorts: { '5432/tcp': {} },
      Volumes: { [isNew ? '/var/lib/postgresql' : '/var/lib/postgresql/data']: {} },
      StopSignal: 'SIGINT',
    };
  },
  files: {
    '/docker-entrypoint-initdb.d': undefined,
    '/var/lib/postgresql': undefined,
    '/var/run/postgresql': undefined,
  },
  programs: {
    '/usr/local/bin/docker-entrypoint.sh': async (context) => (await import('./entrypoint.js')).entrypoint(context),
    '/usr/local/bin/postgres': async (context) => (await import('./entrypoint.js')).postgres(context),
    '/usr/local/bin/psql': async (context) => (await import('./psql.js')).psql(context),
    '/usr/local/bin/pg_isready': async (context) => (await import('./pg-isready.js')).pgIsReady(context),
    '/usr/local/bin/createdb': async (context) => (await import('./psql.js')).createOrDrop(context, 'CREATE'),
    '/usr/local/bin/dropdb': async (context) => (await import('./psql.js')).createOrDrop(context, 'DROP'),
  },
};
