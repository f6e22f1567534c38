/** The images `redis` and `valkey/valkey`. */
import type { ImageContent, Program } from '@lading/engine';
import type { Product } from './server.js';

/** The entry point of the official images, without the change of the user. */
const entrypoint = (server: string): string => `#!/bin/sh
set -e
if [ "\${1#-}" != "$1" ] || [ "\${1%.conf}" != "$1" ]; then
  set -- ${server} "$@"
fi
exec "$@"
`;

function imageOf(name: Product['name'], newest: string): ImageContent {
  const versionOf = (tag: string): string => {
    const [found] = /^\d+(\.\d+)*/.exec(tag) ?? [newest];
    return [...found.split('.'), '0', '0'].slice(0, 3).join('.');
  };
  const upper = name.toUpperCase();
  const server: Program = async (context) =>
    (await import('./redis-server.js')).redisServer(context, {
      name,
      version: context.env[`${upper}_VERSION`] ?? newest,
    });
  const cli: Program = async (context) => (await import('./redis-cli.js')).redisCli(context);
  // The image of valkey has the names of redis, too.
  const names = name === 'redis' ? ['redis'] : ['valkey', 'redis'];
  return {
    config: (tag) => ({
      Entrypoint: ['docker-entrypoint.sh'],
      Cmd: [`${name}-server`],
      Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', `${upper}_VERSION=${versionOf(tag)}`],
      ExposedPorts: { '6379/tcp': {} },
      Volumes: { '/data': {} },
      WorkingDir: '/data',
    }),
    files: { '/data': undefined, '/usr/local/bin/docker-entrypoint.sh': entrypoint(`${name}-server`) },
    programs: Object.fromEntries(
      names.flatMap((each) => [
        [`/usr/local/bin/${each}-server`, server],
        [`/usr/local/bin/${each}-cli`, cli],
      ]),
    ),
  };
}

export const redis: ImageContent = imageOf('redis', '8.2.3');
export const valkey: ImageContent = imageOf('valkey', '9.0.0');
