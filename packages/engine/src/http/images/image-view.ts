/** Describes an image in responses: in full for inspect, as a summary for lists, and its history. */
import type { ImageHistoryResponseItem, ImageInspect, ImageSummary } from '@lading/types-v1.44';
import { anyOf } from '../../values/filters.js';
import { never } from '../../values/date-time.js';
import { readConfigFile } from '../../objects/images/config-file.js';
import { emptyConfig, type ImageRecord } from '../../state/image-record.js';
import type { ImageService } from '../../objects/images/image-service.js';
import { matchesReference } from './image-filter.js';

export function imageResponse(image: ImageRecord): ImageInspect {
  const { id, tags, digests, parentId, comment, created, config, configFile, layers, author, tagged, size } = image;
  const file = readConfigFile(configFile);
  const { architecture, os, variant, docker_version: builtBy = '', container, container_config } = file;
  return {
    Id: id,
    RepoTags: [...tags],
    RepoDigests: [...digests],
    Parent: parentId,
    Comment: comment,
    Created: new Date(created).toISOString(),
    DockerVersion: builtBy,
    Author: author,
    Config: config,
    ...(container !== undefined && { Container: container }),
    ContainerConfig: { ...emptyConfig, ...container_config },
    Architecture: architecture,
    ...(variant !== undefined && { Variant: variant }),
    Os: os,
    Size: size,
    GraphDriver: { Name: 'overlay2', Data: null },
    RootFS: { Type: 'layers', Layers: [...layers] },
    Metadata: { LastTagTime: tagged === 0 ? never : new Date(tagged).toISOString() },
  };
}

/** @param reference patterns that select the names to include */
export function summaryOf(image: ImageRecord, reference?: readonly string[]): ImageSummary {
  const { id, tags, digests, parentId, created, config, size } = image;
  const selectedNames = (names: readonly string[]) =>
    names.filter((name) => anyOf(reference, (pattern) => matchesReference(name, pattern)));
  return {
    Id: id,
    ParentId: parentId,
    RepoTags: selectedNames(tags),
    RepoDigests: selectedNames(digests),
    Created: Math.floor(created / 1000),
    Size: size,
    SharedSize: -1,
    Labels: config.Labels,
    Containers: -1,
  };
}

/** Returns a function that adds the bytes of the layers that other images have too. */
export function sharedSizes(images: ImageService): (image: ImageRecord) => number {
  const users = new Map<string, number>();
  const layersOf = ({ layers }: ImageRecord) =>
    layers.flatMap((_, index) => images.layers.find(layers.slice(0, index + 1)) ?? []);
  for (const image of images.all()) for (const { id } of layersOf(image)) users.set(id, (users.get(id) ?? 0) + 1);
  return (image) => layersOf(image).reduce((sum, { id, size }) => sum + ((users.get(id) ?? 0) > 1 ? size : 0), 0);
}

/** Returns the steps, the last one first. Those of images that the engine does not have are `<missing>`. */
export function historyResponse(image: ImageRecord, images: ImageService): ImageHistoryResponseItem[] {
  let current: ImageRecord | undefined = image;
  return image.history.map(({ created, createdBy, comment, size }) => {
    const step = current;
    current = current && images.get(current.parentId);
    return {
      Id: step === undefined ? '<missing>' : step.id,
      Created: Math.floor(created / 1000),
      CreatedBy: createdBy,
      Tags: step === undefined || step.tags.length === 0 ? null : [...step.tags],
      Size: size,
      Comment: comment,
    };
  });
}
