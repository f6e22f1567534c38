/** The image `alpine/socat`. */
import type { ImageContent } from '@lading/engine';

export const image: ImageContent = {
  config: () => ({ Entrypoint: ['socat'] }),
  programs: { '/usr/bin/socat': async (context) => (await import('./socat.js')).socat(context) },
};
