/** A page of every kind, and the largest pages of some kinds. */
export const kinds = {
  entrance: 'index.html',
  index: 'v1.44/index.html',
  group: 'v1.44/groups/container.html',
  operation: 'v1.44/operations/ContainerCreate.html',
  stream: 'v1.44/operations/ContainerAttach.html',
  schema: 'v1.44/schemas/HostConfigInput.html',
  schemas: 'v1.44/schemas.html',
  states: 'v1.44/states.html',
  graph: 'v1.44/graphs/service.html',
  authentication: 'v1.44/authentication.html',
  errors: 'v1.44/errors.html',
  limits: 'v1.44/limits.html',
  versioning: 'v1.41/versioning.html',
  changes: 'v1.41/changes.html',
  timeline: 'v1.41/timeline.html',
  older: 'v1.41/operations/ImageInspect.html',
} as const;
