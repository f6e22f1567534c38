// The requests that read the state of an engine: paths without a version.

import { text, type Caller } from '../../drivers/caller.js';
import { containerBodies, oddBodies } from '../../drivers/http/container-bodies.js';
import { image, query } from '../../drivers/scene.js';

/** @param call asks the engine for the identifiers that it has drawn */
export async function readTargets(call: Caller): Promise<readonly string[]> {
  const tasks = await valuesOf(call, '/tasks', 'ID');
  const nodes = await valuesOf(call, '/nodes', 'ID');
  const services = await valuesOf(call, '/services', 'Spec', 'Name');
  const execs = (await call('GET', '/containers/plain/json')).json;
  return [
    ...['/_ping', '/version', '/info', '/nonsense'],
    ...['', '?all=1', '?all=1&size=1', '?limit=2', '?filters=nonsense'].map((rest) => `/containers/json${rest}`),
    `/containers/json${query({ all: 1, filters: { status: ['exited', 'paused'] } })}`,
    `/containers/json${query({ filters: { label: { 'com.example.role': true } } })}`,
    ...[...Object.keys({ ...containerBodies, ...oddBodies }), 'member', 'none'].map(
      (name) => `/containers/${name}/json`,
    ),
    ...['plain', 'none', 'failed'].flatMap((name) => [
      `/containers/${name}/json?size=1`,
      `/containers/${name}/top`,
      `/containers/${name}/changes`,
      `/containers/${name}/stats?stream=false&one-shot=true`,
    ]),
    ...['logs?stdout=1', 'export', 'archive?path=/'].map((path) => `/containers/none/${path}`),
    '/containers/plain/logs',
    `/exec/${text(execs, 'ExecIDs', 0)}/json`,
    '/exec/none/json',
    ...['', '?all=1', '?all=1&digests=1&shared-size=1', '?filters=nonsense'].map((rest) => `/images/json${rest}`),
    `/images/json${query({ filters: { dangling: ['true'] } })}`,
    `/images/json${query({ filters: { reference: ['localhost:5000/*'] } })}`,
    ...[image, 'committed:1', 'none'].flatMap((name) => [`/images/${name}/json`, `/images/${name}/history`]),
    ...['localhost:5002/busy', 'nowhere', ''].map((term) => `/images/search?term=${term}`),
    `/distribution/${image}/json`,
    '/distribution/localhost:5000/none:1/json',
    ...['', query({ filters: { scope: ['local'] } }), query({ filters: { label: { a: true } } })].map(
      (rest) => `/networks${rest}`,
    ),
    ...['bridge', 'host', 'ranged', 'ranged?verbose=1', 'six', 'settings', 'from-settings', 'attachable', 'none'].map(
      (name) => `/networks/${name}`,
    ),
    ...['', query({ filters: { dangling: ['true'] } }), '/one', '/two', '/clustered', '/none'].map(
      (rest) => `/volumes${rest}`,
    ),
    ...['', '?type=container', '?type=image', '?type=volume', '?type=build-cache', '?type=nonsense'].map(
      (rest) => `/system/df${rest}`,
    ),
    ...['', '/listener:1/json', '/none/json', '?filters=nonsense'].map((rest) => `/plugins${rest}`),
    ...['/swarm', '/swarm/unlockkey', '/nodes', '/nodes/self', '/nodes/none', '/nodes?filters=nonsense'],
    ...nodes.map((id) => `/nodes/${id}`),
    ...['', '?status=true', '?filters=nonsense', query({ filters: { mode: ['global'] } })].map(
      (rest) => `/services${rest}`,
    ),
    ...[...services, 'none'].flatMap((name) => [`/services/${name}`, `/services/${name}?insertDefaults=true`]),
    ...['/tasks', '/tasks?filters=nonsense', '/tasks/none', ...tasks.map((id) => `/tasks/${id}`)],
    ...['secret', 'config'].flatMap((kind) => [
      `/${kind}s`,
      `/${kind}s?filters=nonsense`,
      ...[kind, 'templated', 'none'].map((name) => `/${kind}s/${name}`),
    ]),
  ];
}

/** The further requests that conversion hooks send for these, at the version that a bridge uses with the engine. */
export async function furtherTargets(call: Caller): Promise<readonly string[]> {
  const containers = await valuesOf(call, '/containers/json?all=1', 'Id');
  const networks = await valuesOf(call, '/networks', 'Id');
  return [
    ...containers.map((id) => `/containers/${id}/json`),
    ...networks.map((id) => `/networks/${id}`),
    ...['plain', 'none', 'failed'].map((name) => `/containers/${name}/stats?stream=false`),
    '/images/json?all=1&digests=1',
  ];
}

/** A property of each item of a list. */
async function valuesOf(call: Caller, path: string, ...name: readonly string[]): Promise<readonly string[]> {
  const { json } = await call('GET', path);
  return Array.isArray(json) ? json.map((item) => text(item, ...name)) : [];
}
