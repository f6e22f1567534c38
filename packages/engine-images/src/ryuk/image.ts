/** The image `testcontainers/ryuk`. */
import type { ImageContent } from '@lading/engine';

export const image: ImageContent = {
  config: () => ({ Entrypoint: ['/bin/ryuk'], ExposedPorts: { '8080/tcp': {} } }),
  programs: { '/bin/ryuk': async (context) => (await import('./ryuk.js')).ryuk(context) },
};
