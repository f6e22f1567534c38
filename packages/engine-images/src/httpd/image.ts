/** The image `httpd`. */
import type { ImageContent } from '@lading/engine';

const folder = '/usr/local/apache2';

export const image: ImageContent = {
  config: () => ({
    Cmd: ['httpd-foreground'],
    Env: [
      `PATH=${folder}/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
      `HTTPD_PREFIX=${folder}`,
      'HTTPD_VERSION=2.4.62',
    ],
    ExposedPorts: { '80/tcp': {} },
    StopSignal: 'SIGWINCH',
    WorkingDir: folder,
  }),
  files: {
    [`${folder}/htdocs/index.html`]: '<html><body><h1>It works!</h1></body></html>\n',
    [`${folder}/conf/httpd.conf`]: `ServerRoot "${folder}"\nListen 80\nDocumentRoot "${folder}/htdocs"\nDirectoryIndex index.html\n`,
    [`${folder}/logs`]: undefined,
    '/usr/local/bin/httpd-foreground':
      '#!/bin/sh\nset -e\nrm -f /usr/local/apache2/logs/httpd.pid\nexec httpd -DFOREGROUND "$@"\n',
  },
  programs: { [`${folder}/bin/httpd`]: async (context) => (await import('./httpd.js')).httpd(context) },
};
