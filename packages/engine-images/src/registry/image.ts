/** The image `registry`. */
import type { ImageContent } from '@lading/engine';

export const image: ImageContent = {
  config: (tag) => ({
    Entrypoint: ['/entrypoint.sh'],
    Cmd: /^2(\.|$)/.test(tag) ? ['/etc/docker/registry/config.yml'] : ['/etc/distribution/config.yml'],
    Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'OTEL_TRACES_EXPORTER=none'],
    ExposedPorts: { '5000/tcp': {} },
    Volumes: { '/var/lib/registry': {} },
  }),
  files: {
    '/entrypoint.sh': `#!/bin/sh
set -e
case "$1" in
  *.yaml|*.yml) set -- registry serve "$@" ;;
  serve|garbage-collect|help|-*) set -- registry "$@" ;;
esac
exec "$@"
`,
    '/etc/distribution/config.yml': 'version: 0.1\nhttp:\n  addr: :5000\n',
    '/etc/docker/registry/config.yml': 'version: 0.1\nhttp:\n  addr: :5000\n',
    '/var/lib/registry': undefined,
  },
  programs: { '/bin/registry': async (context) => (await import('./registry.js')).registry(context) },
};
