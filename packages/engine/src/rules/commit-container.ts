/** Creates an image from a container. */
import { engineVersion } from '../distribution/platform.js';
import { BadRequest } from '@lading/server-v1.44';
import type { ContainerConfigInput, ImageCommitQuery, ImageConfig } from '@lading/types-v1.44';
import { configWith } from '../dockerfile/config-instruction.js';
import type { ContainerService } from '../objects/containers/container-service.js';
import { inheritCommand, wordsOf } from '../objects/containers/inherit-command.js';
import type { Lifecycle } from '../objects/containers/lifecycle.js';
import { configResponse } from '../objects/containers/settings-view.js';
import type { ImageService } from '../objects/images/image-service.js';
import type { ContainerRuntime } from '../ports/container-runtime.js';
import { requireValidTag } from '../distribution/reference.js';
import { withoutUnset } from '../values/fill-required.js';

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
      engineVersion,
    });
    if (repo !== '') images.tag(image, repo, tag);
    containers.emit(container, 'commit', { comment, imageID: image.id, imageRef: repo });
    return image.id;
  } finally {
    // It may have ended meanwhile.
    if (isPaused && container.state.status === 'paused') lifecycle.unpause(container);
  }
}
