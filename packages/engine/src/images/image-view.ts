/** Describes an image in responses: in full for inspect, as a summary for lists, and its history. */
import type { ImageHistoryResponseItem, ImageInspect, ImageSummary } from '@lading/types-v1.44';
import { anyOf } from '../filters.js';
import { never } from '../date-time.js';
import { readConfigFile } from './config-file.js';
import type { ImageRecord } from './image-record.js';
import type { ImageService } from './image-service.js';
import { matchesReference } from './image-filter.js';

export function imageResponse(image: ImageRecord, images: ImageService): ImageInspect {
  const { id, tags, digests, parentId, comment, created, config, configFile, layers, author, tagged } = image;
  const { architecture, os } = readConfigFile(configFile);
  return {
    Id: id,
    RepoTags: [...tags],
    RepoDigests: [...digests],
    Parent: parentId,
    Comment: comment,
    Created: new Date(created).toISOString(),
    DockerVersion: '',
    Author: author,
    Config: config,
    ContainerConfig: config,
    Architecture: architecture,
    Os: os,
    Size: images.files(image).size,
    GraphDriver: { Name: 'overlay2', Data: null },
    RootFS: { Type: 'layers', Layers: [...layers] },
    Metadata: { LastTagTime: tagged === 0 ? never : new Date(tagged).toISOString() },
  };
}

/** @param reference patterns that select the names to include */
export function summaryOf(image: ImageRecord, images: ImageService, reference?: readonly string[]): ImageSummary {
  const { id, tags, digests, parentId, created, config } = image;
  const selectedNames = (names: readonly string[]) =>
    names.filter((name) => anyOf(reference, (pattern) => matchesReference(name, pattern)));
  return {
    Id: id,
    ParentId: parentId,
    RepoTags: selectedNames(tags),
    RepoDigests: selectedNames(digests),
    Created: Math.floor(created / 1000),
    Size: images.files(image).size,
    SharedSize: -1,
    Labels: config.Labels,
    Containers: -1,
  };
}

export function historyResponse({ history }: ImageRecord, images: ImageService): ImageHistoryResponseItem[] {
  return history.map(({ imageId, created, createdBy, comment, size }) => {
    const image = images.get(imageId);
    return {
      Id: image === undefined ? '<missing>' : imageId,
      Created: Math.floor(created / 1000),
      CreatedBy: createdBy,
      Tags: image === undefined || image.tags.length === 0 ? null : [...image.tags],
      Size: size,
      Comment: comment,
    };
  });
}
