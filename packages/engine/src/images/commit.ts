/** Creates an image from a container. */
import type { HandlersV144 } from '@lading/server';
import type { ImageConfig } from '@lading/types-v1.44';
import { configWith } from '../build/changes.js';
import { configResponse } from '../containers/settings-view.js';
import { withoutUnset } from '../unset-values.js';
import type { ImageHandlerContext } from './image-handler-context.js';

type Commit = NonNullable<NonNullable<HandlersV144['image']>['commit']>;

export function commit({ images, containers }: ImageHandlerContext): Commit {
  return ({ query: { container: wanted = '', repo = '', tag, comment, author, changes = [] }, body }) => {
    const container = containers.find(wanted);
    const { Labels, ...given } = withoutUnset(body ?? {}) as Partial<ImageConfig>;
    const { Hostname: _, ...inherited } = configResponse(container.settings);
    const config: Partial<ImageConfig> = { ...inherited, ...given, Labels: { ...inherited.Labels, ...Labels } };
    const image = images.add({
      files: container.files.own,
      config: configWith(config, changes),
      parent: images.get(container.record.imageId),
      createdBy: container.command.join(' '),
      ...(comment !== undefined && { comment }),
      ...(author !== undefined && { author }),
    });
    if (repo !== '') images.tag(image, repo, tag);
    containers.emit(container, 'commit', { comment: comment ?? '', imageID: image.id });
    return { Id: image.id };
  };
}
