/** Creates an image from a container. */
import { engineVersion } from '../distribution/platform.js';
import { BadRequest } from '@lading/server-v1.44';
import type { ContainerConfigInput, ImageCommitQuery } from '@lading/types-v1.44';
import type { ContainerService } from '../objects/containers/container-service.js';
import type { Lifecycle } from '../objects/containers/lifecycle.js';
import { readSettings } from '../objects/containers/read-settings.js';
import { configResponse } from '../objects/containers/settings-view.js';
import type { ImageService } from '../objects/images/image-service.js';
import type { ContainerRuntime } from '../ports/container-runtime.js';
import { requireValidTag } from '../distribution/reference.js';

export interface CommitContext {
  readonly images: ImageService;
  readonly containers: ContainerService;
  readonly lifecycle: Pick<Lifecycle, 'pause' | 'unpause'>;
  readonly ports: { readonly runtime: ContainerRuntime };
}

/** @returns the id of the image. @throws NotFound, BadRequest */
export async function commitContainer(
  { images, containers, lifecycle, ports: { runtime } }: CommitContext,
  { container: wanted = '', repo = '', tag, comment = '', author = '', changes = [], pause }: ImageCommitQuery,
  body: ContainerConfigInput | null | undefined,
): Promise<string> {
  if (repo !== '') requireValidTag(repo, tag);
  if (wanted === '') throw new BadRequest('invalid name or ID supplied: ""');
  const container = containers.find(wanted);
  const containerConfig = configResponse(container.settings);
  // Settings of the request inherit from those of the container, as a container does from its image.
  const base = body ? configResponse(readSettings(body, containerConfig, '')) : containerConfig;
  // The instructions of Dockerfiles are loaded when an engine first needs them.
  const { configWith } = await import('../dockerfile/config-instruction.js');
  const config = configWith(base, changes, (name) => runtime.signalNumber(name) !== undefined);
  const isPaused = pause !== false && container.status === 'running';
  if (isPaused) lifecycle.pause(container);
  try {
    const image = await images.add({
      files: container.files.own,
      config,
      comment,
      author,
      container: container.id,
      containerConfig,
      parent: images.get(container.record.imageId),
      createdBy: container.command.join(' '),
      engineVersion,
    });
    const imageRef = repo === '' ? '' : images.tag(image, repo, tag);
    containers.emit(container, 'commit', { comment, imageID: image.id, imageRef });
    return image.id;
  } finally {
    // It may have ended meanwhile.
    if (isPaused && container.state.status === 'paused') lifecycle.unpause(container);
  }
}
