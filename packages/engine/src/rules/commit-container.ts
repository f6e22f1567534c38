/** Creates an image from a container. */
import type { HandlersV144 } from '@lading/server';
import type { ContainerConfigInput, ImageConfig } from '@lading/types-v1.44';
import { configWith } from '../../dockerfile/config-instruction.js';
import { inheritCommand, wordsOf } from '../containers/inherit-command.js';
import { configResponse } from '../containers/settings-view.js';
import { withoutUnset } from '../../values/unset-values.js';
import type { ImageHandlerContext } from './image-handler-context.js';

type Commit = NonNullable<NonNullable<HandlersV144['image']>['commit']>;

export function commit({ images, containers, lifecycle, ports: { runtime } }: ImageHandlerContext): Commit {
  return async ({
    query: { container: wanted = '', repo = '', tag, comment = '', author = '', changes = [], pause },
    body,
  }) => {
    const container = containers.find(wanted);
    const { Labels, Cmd, Entrypoint, Shell, ...given } = withoutUnset(body ?? {}) as ContainerConfigInput;
    const { Hostname: _, ...inherited } = configResponse(container.settings);
    const base = {
      ...inherited,
      ...(given as Partial<ImageConfig>),
      ...inheritCommand({ Cmd, Entrypoint }, inherited),
      ...(Shell && { Shell: wordsOf(Shell) ?? [] }),
      Labels: { ...inherited.Labels, ...(Labels as ImageConfig['Labels']) },
    };
    const config = configWith(base, changes, (name) => runtime.signalNumber(name) !== undefined);
    const isPaused = pause !== false && container.status === 'running';
    if (isPaused) lifecycle.pause(container);
    try {
      const image = await images.add({
        files: container.files.own,
        config,
        comment,
        author,
        containerConfig: configResponse(container.settings),
        parent: images.get(container.record.imageId),
        createdBy: container.command.join(' '),
      });
      if (repo !== '') images.tag(image, repo, tag);
      containers.emit(container, 'commit', { comment, imageID: image.id, imageRef: repo });
      return { Id: image.id };
    } finally {
      // It may have ended meanwhile.
      if (isPaused && container.state.status === 'paused') lifecycle.unpause(container);
    }
  };
}
