// Imports the image that all drivers use and pushes it to the open registry.

import { rootfs } from '../fixtures.js';
import { image, query, registryAuth, type Driver } from '../scene.js';

export const setup: Driver = async ({ call, tree }) => {
  const [repo = '', tag = ''] = [image.slice(0, image.lastIndexOf(':')), image.slice(image.lastIndexOf(':') + 1)];
  const changes = query({ fromSrc: '-', repo, tag, message: 'imported', changes: 'CMD ["sleep","600"]' });
  await call('POST', `/images/create${changes}`, { raw: await rootfs(tree), type: 'application/x-tar' });
  await call('POST', `/images/${repo}/push?tag=${tag}`, { headers: { 'X-Registry-Auth': registryAuth({}) } });
};
