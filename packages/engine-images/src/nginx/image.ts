/** The image `nginx`. */
import type { ImageContent } from '@lading/engine';
import { mimeTypes } from './mime-types.js';

const defaultSite = `server {
    listen       80;
    listen  [::]:80;
    server_name  localhost;

    location / {
        root   /usr/share/nginx/html;
        index  index.html index.htm;
    }

    error_page   500 502 503 504  /50x.html;
    location = /50x.html {
        root   /usr/share/nginx/html;
    }
}
`;

const mainConfig = `user  nginx;
worker_processes  auto;

error_log  /var/log/nginx/error.log notice;
pid        /var/run/nginx.pid;

events {
    worker_connections  1024;
}

http {
    include       /etc/nginx/mime.types;
    default_type  application/octet-stream;

    log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
                      '$status $body_bytes_sent "$http_referer" '
                      '"$http_user_agent" "$http_x_forwarded_for"';

    access_log  /var/log/nginx/access.log  main;

    sendfile        on;
    keepalive_timeout  65;
    include /etc/nginx/conf.d/*.conf;
}
`;

const page = (title: string, text: string): string =>
  `<!DOCTYPE html>\n<html>\n<head>\n<title>${title}</title>\n</head>\n<body>\n<h1>${title}</h1>\n<p>${text}</p>\n</body>\n</html>\n`;

/** The scripts of the official image's entry point that have an effect here, in its words. */
const entrypoint = `#!/bin/sh
set -e
if [ "$1" = "nginx" ] || [ "$1" = "nginx-debug" ]; then
  echo "/docker-entrypoint.sh: /docker-entrypoint.d/ is not empty, will attempt to perform configuration"
  echo "/docker-entrypoint.sh: Looking for shell scripts in /docker-entrypoint.d/"
  for f in $(ls /docker-entrypoint.d/ | sort); do
    case "$f" in
      *.sh)
        if [ -x "/docker-entrypoint.d/$f" ]; then
          echo "/docker-entrypoint.sh: Launching /docker-entrypoint.d/$f"
          "/docker-entrypoint.d/$f"
        else
          echo "/docker-entrypoint.sh: Ignoring /docker-entrypoint.d/$f, not executable"
        fi ;;
      *) echo "/docker-entrypoint.sh: Ignoring /docker-entrypoint.d/$f" ;;
    esac
  done
  echo "/docker-entrypoint.sh: Configuration complete; ready for start up"
fi
exec "$@"
`;

const version = (tag: string): string => /^\d+\.\d+\.\d+/.exec(tag)?.[0] ?? '1.29.3';

export const image: ImageContent = {
  config: (tag) => ({
    Entrypoint: ['/docker-entrypoint.sh'],
    Cmd: ['nginx', '-g', 'daemon off;'],
    Env: [
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      `NGINX_VERSION=${version(tag)}`,
      'PKG_RELEASE=1',
    ],
    ExposedPorts: { '80/tcp': {} },
    StopSignal: 'SIGQUIT',
    Labels: { maintainer: 'NGINX Docker Maintainers <docker-maint@nginx.com>' },
  }),
  files: {
    '/docker-entrypoint.sh': entrypoint,
    '/docker-entrypoint.d/20-envsubst-on-templates.sh': '#!/bin/sh\nexec nginx --templates\n',
    '/etc/nginx/nginx.conf': mainConfig,
    '/etc/nginx/mime.types': mimeTypes,
    '/etc/nginx/conf.d/default.conf': defaultSite,
    '/usr/share/nginx/html/index.html': page(
      'Welcome to nginx!',
      'If you see this page, nginx is simulated and working.',
    ),
    '/usr/share/nginx/html/50x.html': page(
      'An error occurred.',
      'The page you are looking for is currently unavailable.',
    ),
    '/var/log/nginx': undefined,
    '/var/cache/nginx': undefined,
  },
  programs: { '/usr/sbin/nginx': async (context) => (await import('./nginx.js')).nginx(context) },
};
