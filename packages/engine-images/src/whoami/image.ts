/** The image `traefik/whoami`. */
import type { ImageContent } from '@lading/engine';

export const image: ImageContent = {
  config: () => ({ Entrypoint: ['/whoami'], ExposedPorts: { '80/tcp': {} } }),
  programs: { '/whoami': async (context) => (await import('./whoami.js')).whoami(context) },
};
