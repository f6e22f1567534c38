/** Creates an image from a container. */
import type { HandlersV144 } from '@lading/server';
import type { ImageConfig } from '@lading/types-v1.44';
import { withoutUnset } from '../containers/without-unset.js';
import type { Engine } from '../engine.js';
import { configWith } from './changes.js';

type Commit = NonNullable<NonNullable<HandlersV144['image']>['commit']>;

export function commit(engine: Engine): Commit {
  return ({ query: { container: wanted = '', repo = '', tag, comment, author, changes = [] }, body }) => {
    const container = engine.container(wanted);
    const { Labels, ...given } = withoutUnset(body ?? {}) as Partial<ImageConfig>;
    const config: Partial<ImageConfig> = {
      ...container.config,
      ...given,
      Labels: { ...container.config.Labels, ...Labels },
    };
    const image = engine.images.add({
      files: container.files.copy(),
      config: configWith(config, changes),
      parent: container.image,
      by: container.command.join(' '),
      ...(comment !== undefined && { comment }),
      ...(author !== undefined && { author }),
    });
    if (repo !== '') engine.images.tag(image, repo, tag);
    engine.emit(container, 'commit', { comment: comment ?? '', imageID: image.id });
    return { Id: image.id };
  };
}
