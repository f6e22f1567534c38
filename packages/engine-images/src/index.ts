/** Definitions of images for the reference engine. Nothing but this table is loaded before such an image is pulled. */
import type { ImageDefinition } from '@lading/engine';

/** For `startEngine({ imageDefinitions })`. */
export const imageDefinitions: readonly ImageDefinition[] = [
  { names: ['nginx'], load: async () => (await import('./nginx/image.js')).image },
  { names: ['httpd'], load: async () => (await import('./httpd/image.js')).image },
  { names: ['traefik/whoami'], load: async () => (await import('./whoami/image.js')).image },
  { names: ['redis'], load: async () => (await import('./redis/image.js')).redis },
  { names: ['valkey/valkey'], load: async () => (await import('./redis/image.js')).valkey },
  { names: ['postgres'], load: async () => (await import('./postgres/image.js')).image },
  { names: ['registry'], load: async () => (await import('./registry/image.js')).image },
  { names: ['alpine/socat'], load: async () => (await import('./socat/image.js')).image },
  { names: ['testcontainers/ryuk'], load: async () => (await import('./ryuk/image.js')).image },
];
