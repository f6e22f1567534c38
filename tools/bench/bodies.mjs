/** What engines send: lists of containers and images, and an inspected container. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const bodies = parse(readFileSync(new URL('bodies.yaml', import.meta.url), 'utf8'));

/** The body of a creation, as the vendor's command line sends it. */
export const createBody = JSON.stringify(bodies.create);

/** @param {number} index */
export const container = (index) => ({
  Id: String(index).padStart(64, 'a'),
  Names: [`/container-${index}`],
  Created: 1_700_000_000 + index,
  ...bodies.container,
});

/** Clients below 1.44 get `VirtualSize` too. @param {number} index */
export const image = (index) => ({
  Id: `sha256:${String(index).padStart(64, 'a')}`,
  Created: 1_700_000_000 + index,
  RepoDigests: [`registry.example/image-${index}@sha256:${'b'.repeat(64)}`],
  RepoTags: [`registry.example/image-${index}:1.0`],
  Size: 123_456_789 + index,
  ...bodies.image,
});

export const inspected = () => {
  const { Id, Image, Mounts, NetworkSettings } = container(0);
  return { Id, Image, Mounts, NetworkSettings, ...bodies.inspected };
};

/** @param {number} index */
export const event = (index) => {
  const ID = String(index).padStart(64, 'a');
  const Attributes = { ...bodies.event.Actor.Attributes, name: `web-${index}` };
  return { ...bodies.event, id: ID, Actor: { ID, Attributes }, time: 1_700_000_000 + index };
};

/** A list of the n things from an index on. @template T @param {(index: number) => T} one @param {number} count @returns {T[]} */
export const listOf = (one, count, from = 0) => Array.from({ length: count }, (_, index) => one(from + index));
